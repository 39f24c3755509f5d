"""One module per command: its `ARGUMENTS`, its `EXAMPLES`, and `run`, which yields its lines."""
