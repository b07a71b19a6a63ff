"""What programs play for a string of Betza notation, faults included (spec/engines.md)."""

from wazir.notations.betza.dialects import FAIRY_STOCKFISH, XBOARD
from wazir.notations.betza.engines import fairy_stockfish, xboard
from wazir.notations.readers import Reader

READERS = {
    FAIRY_STOCKFISH: Reader("Fairy-Stockfish", fairy_stockfish.read, largest=(12, 10)),
    XBOARD: Reader("XBoard", xboard.read),
}
