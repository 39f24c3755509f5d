"""Example machines: each is a file to copy, which every command takes as FILE.py:NAME."""
