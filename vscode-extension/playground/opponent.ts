/**
 * A worker in which Fairy-Stockfish searches for moves in the variants of one file, in threads of
 * its own.
 */
import { listen, VARIANTS, type FairyStockfish } from "../src/engine/fairyStockfish";
import type { Search } from "../src/engine/serve";

/** What the script of the engine defines. */
declare const Stockfish: (settings: object) => Promise<FairyStockfish>;

const SCRIPT = "stockfish.js";
/** The lines of the current search. */
let lines: string[] = [];
let engine: Promise<FairyStockfish> | undefined;

importScripts(SCRIPT);
onmessage = ({ data: { config, commands } }: MessageEvent<Search>) => {
  engine ??= loaded(config);
  void engine.then((found) => {
    for (const command of commands) found.postMessage(command);
  });
};

async function loaded(config: string): Promise<FairyStockfish> {
  const found = await Stockfish({ mainScriptUrlOrBlob: SCRIPT });
  await listen(found, (line) => {
    lines.push(line);
    if (!line.startsWith("bestmove ")) return;
    postMessage({ lines });
    lines = [];
  });
  found.FS.writeFile(VARIANTS, config);
  found.postMessage(`load ${VARIANTS}`);
  return found;
}
