"""One module per command: `configure(command)` adds its arguments, `run(options)` its exit code."""
