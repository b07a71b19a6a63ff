"""What programs play for a string of Betza notation, faults included (spec/engines.md)."""
