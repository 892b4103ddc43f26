"""The map of the network, the way between two devices, and a device's page."""
