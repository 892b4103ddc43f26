"""What retrieval modes find lines with: chunks, vectors, communities with reports, the structure of documents."""
