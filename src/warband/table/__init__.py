"""Serve the table in a browser: pages, sockets, the store, bots and clocks."""
