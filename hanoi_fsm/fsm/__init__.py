"""The framework: automata, their memories, runs, checks, diagrams and formats.

It knows nothing of the puzzle.
"""
