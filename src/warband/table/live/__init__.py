"""Run tables: connections, messages, commands, clocks, and what everybody is shown."""
