"""What the journal tells about games: which there were, how one went, who won against whom, how the dice fell.

One source for the command line and the page. Only what everybody may know comes out of it.
"""
