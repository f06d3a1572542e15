"""Imported before torch: threads that wait sleep instead of spinning, so that training shares a busy machine well."""
import os

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
