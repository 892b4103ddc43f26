"""The parts of redaction: finding secrets in lines, and what stands in their place."""
