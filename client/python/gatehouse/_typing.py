"""Names of typing that every supported version of Python has."""

from typing import Literal, TypedDict

__all__ = ["Literal", "TypedDict"]
