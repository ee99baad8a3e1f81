"""Dice that the station was taught: decorative ones that no general net can read.

``Lesson`` collects dice and groups their faces, a person names the groups, ``sets.save`` keeps them; ``recognise``
reads by the sets. TEACH.md tells how it works and how good it is.
"""

from vision.taught.recognise import Recognised, recognise
from vision.taught.sets import TaughtError, TaughtSet, load_all

__all__ = ["Recognised", "TaughtError", "TaughtSet", "load_all", "recognise"]
