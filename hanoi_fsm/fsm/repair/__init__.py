"""What single edits do to an automaton: mutants, which checks must notice, and repairs."""
