"""Tests of the rig's own measuring and parsing."""
