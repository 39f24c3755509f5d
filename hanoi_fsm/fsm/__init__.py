"""The framework: automata, their memories, runs, checks, diagrams and formats; no puzzle."""
