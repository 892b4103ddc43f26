"""The filters of any vendor, as ordered entries, and which of them decides about a packet."""
