"""PASTURE: find what words describe, in seven settings (Gadre et al. 2023, "CoWs on PASTURE")."""
