"""The workspace: loading, versions, masks, citations, users, and the library on top of it."""
