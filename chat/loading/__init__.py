"""From dropped files to loaded documents."""
