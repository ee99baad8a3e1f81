"""The table as it is built: its data, the documents, the printed parts."""
