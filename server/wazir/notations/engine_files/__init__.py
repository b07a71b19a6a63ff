"""Files of engines: lines and regions of a text whose moves are Betza notation."""
