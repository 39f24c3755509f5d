"""The course: a guide to read, with exercises to do and a way to grade them."""
