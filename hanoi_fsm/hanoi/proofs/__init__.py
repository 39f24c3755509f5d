"""Proofs that machines are right for every number of disks."""
