"""Printed sheets as PDF: overlays for the keys, quick rules, the referee's card, the camera's sheet and corner marks.

The same texts give the same bytes, on any machine. What stands on a key comes from the rules, so that no overlay
contradicts the program.
"""
