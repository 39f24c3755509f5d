"""Machines, oracles and drivers that several tests share. It holds no tests."""
