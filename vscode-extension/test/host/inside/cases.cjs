// A sample of each language with the expected answers.
const BETZA = "Knight=N # of old\nHorse = nN\nWrong = fwN\nGuard =  \n";
const LCPN =
  "; style: lisp\n(def horse (=> wazir ferz))\n(def pair\n  (/ horse   wazir))\n(def other (/ wazr ferz))\n";
const BENSAHAS =
  "Orthodox Chess:Knight {\n  (1, 255; 1, 2)! # two legs\n}\n\nOrthodox Chess:Rook {\n    (n, 15)!\n";
const BEN39 = "position start\nmoves: 1. X@e5  X@e11\n\nposition wrong\nmoves: X@e5 X@e5\n";

const VARIANTS =
  "[mine:chess]\ncustomPiece1 = a:BN\ncastling: false\npromotionPieceTypes = aqrbn\n";
const LOG = "1 <first : piece A& BN\n2 <first : piece C& R12\n";
const PAGE = '# Mine\n\n<div class="idiagram">\nfiels=8\nhawk:H:DAH:hawk:c1\n</div>\n';

// The first file starts the server, though its name is one of many programs.
module.exports = {
  "inside.ini": {
    text: VARIANTS,
    asked: [
      ["finds", "colon-for-equals", "castling: false"],
      ["hovers", "BN", /Slides any distance diagonally/],
      ["fixes", "castling:", "Write `=`", /^castling = false$/m],
    ],
  },
  "inside.log": {
    text: LOG,
    asked: [
      ["finds", "other-engine", "12"],
      ["hovers", "BN", /Slides any distance diagonally/],
    ],
  },
  "inside.md": {
    text: PAGE,
    asked: [
      ["finds", "misspelled-key", "fiels"],
      ["fixes", "fiels", "Write `files`", /^files=8$/m],
    ],
  },
  "inside.betza": {
    text: BETZA,
    asked: [
      ["finds", "unknown-letter", "w"],
      ["hovers", "nN", /<strong>n: no leap<[^]*Leaps \(1,2\) like a knight, blocked/],
      ["completes", " \n", "K", /^King[^]*one step in any direction/i],
      ["fixes", "wN", "Remove `w`", /^Wrong = fN$/m],
      ["formats", /^Knight += +N +# of old$/m],
      ["colours", "Horse", "function"],
      ["colours", "N # of", "class"],
      ["outlines", "Knight", "Horse", "Wrong", "Guard"],
      ["converts", "c", /^knight := \[1, 2\]/m, "Crane = BN\n", /^crane := bishop \/ \[1, 2\]$/m],
    ],
  },
  "inside.lcpn": {
    text: LCPN,
    asked: [
      ["finds", "unknown-piece", "wazr"],
      ["hovers", "horse (", /<strong>horse<[^]*one step orthogonally[^]*8 moves from d4/],
      ["completes", "wazr", "wazir", /^a well-known piece: \(1 0\)\n[^]*one step orthogonally/],
      ["fixes", "wazr", "Write `wazir`", /\(def other \(\/ wazir ferz\)\)/],
      ["renames", "horse   wazir", "mare", /\(def mare[^]*\(\/ mare/],
      ["formats", /^\(def pair \(\/ horse wazir\)\)$/m],
      ["colours", "horse (", "class"],
      ["colours", "=>", "operator"],
      ["outlines", "horse", "pair", "other"],
      ["folds", "(def pair", "  (/ horse"],
      ["defines", "horse   wazir", "horse (="],
    ],
  },
  "inside.bensahas": {
    text: BENSAHAS,
    asked: [
      ["finds", "missing-bracket", "!"],
      ["hovers", "(1, 255", /<strong>Knight<[^]*Leaps \(1,2\)\./],
      ["completes", "(n, 15", "c", /^Capture only\n[^]*captures/i],
      ["fixes", "!\n", "Insert `}` after it", /\(n, 15\)!\s*\}\s*$/],
      ["formats", /^ {4}\(1, 255; 1, 2\)! +# two legs$/m],
      ["colours", "Orthodox", "function"],
      ["colours", "255", "number"],
      ["outlines", "Knight", "Rook"],
      ["folds", "Orthodox Chess:Knight", "}"],
    ],
  },
  "inside.ben39": {
    text: BEN39,
    asked: [
      ["finds", "illegal-action", "X@e5"],
      ["hovers", "X@e5  ", /Chad rook/i],
      ["completes", "X@e5 X@e5", "Nh4-j8", /^The nightrider goes from h4 to j8/],
      ["fixes", "X@e5\n", "Write `X@e15`", /^moves: X@e5 X@e15$/m],
      ["formats", /^moves: 1\. X@e5 X@e11$/m],
      ["colours", "position", "keyword"],
      ["outlines", "start", "wrong"],
      ["folds", "position start", "moves: 1."],
      ["lenses", "324 moves", "Evaluate", "Playtest", "319 moves", "Evaluate", "Playtest"],
    ],
  },
};
