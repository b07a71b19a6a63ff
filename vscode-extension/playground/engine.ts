/** A worker in which Fairy-Stockfish says what is legal in a position of a variant. Each question has one of its own. */
import ffish from "ffish-es6";

interface Question {
  /** The text of the file of the variant. */
  readonly config: string;
  readonly name: string;
  readonly moves: readonly string[];
}

onmessage = ({ data }: MessageEvent<Question>) => {
  void answer(data).then(postMessage, () => { postMessage({ problem: `The engine crashes on \`${data.name}\`.` }); });
};

async function answer({ config, name, moves }: Question): Promise<object> {
  let said = "";
  const engine = await ffish({ locateFile: () => "ffish.wasm", printErr: (line: string) => { said = line; } });
  engine.loadVariantConfig(config);
  if (!engine.variants().split(" ").includes(name)) return { problem: `The engine does not load \`${name}\`. ${said}`.trimEnd() };
  const board = new engine.Board(name);
  const legal = (): string[] => board.legalMoves().split(" ").filter(Boolean);
  const played: string[][] = [];
  for (const move of moves) {
    if (!legal().includes(move)) break;
    played.push([move, board.sanMove(move)]);
    board.push(move);
  }
  const isOver = board.isGameOver();
  const score = { "1-0": 1, "0-1": -1 }[board.result()] ?? 0;
  return {
    fen: board.fen(),
    played,
    // Hundreds of moves with walls would take seconds.
    legal: isOver ? [] : legal().map((move) => (move.includes(",") ? [move, "", false] : [move, board.sanMove(move), board.isCapture(move)])),
    isCheck: board.isCheck(),
    result: isOver ? score * (board.turn() ? 1 : -1) : null,
    canClaim: board.isGameOver(true),
  };
}
