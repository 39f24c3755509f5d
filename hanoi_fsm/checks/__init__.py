"""Checks: a machine's trace against the closed formula, with the first difference named."""

from hanoi_fsm.checks.solves import Difference, Report, check, check_formula, moves_up_to

__all__ = ["Difference", "Report", "check", "check_formula", "moves_up_to"]
