"""One module per game and per page of the table: from what the hub says to rectangles."""
