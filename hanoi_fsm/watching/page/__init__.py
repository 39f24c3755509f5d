"""The page: one self-contained HTML file in which a person watches machines work."""
