"""Proofs for every number of disks."""
