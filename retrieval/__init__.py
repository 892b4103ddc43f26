"""What retrieval modes search: chunks, vectors, communities with reports, document structure."""
