"""The welcome page: what is loaded, and questions to begin with."""
