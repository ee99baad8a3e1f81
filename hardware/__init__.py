"""How to build the table: documents, drawings, and what makes them. No part of the program."""
