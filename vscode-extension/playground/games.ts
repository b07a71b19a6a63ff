/** A worker in which the variants of one file play themselves. */
import type { FairyStockfish } from "../src/engine/fairyStockfish";
import { played, type GameQuestion } from "../src/engine/playing";
import { library } from "../src/engine/position";
import { ENGINE, Searcher } from "../src/engine/searcher";

/** What the script of the engine defines. */
declare const Stockfish: (settings: object) => Promise<FairyStockfish>;

const SCRIPT = "stockfish.js";
let rules: ReturnType<typeof library> | undefined;
let searcher: Promise<Searcher> | undefined;

onmessage = ({ data }: MessageEvent<GameQuestion>) => {
  void answer(data).then(postMessage, () => {
    postMessage({ problem: `The engine crashes on \`${data.name}\`.` });
  });
};

async function answer(question: GameQuestion): Promise<object> {
  rules ??= library(question.config, { locateFile: () => "ffish.wasm" });
  const hasEngine = question.players.includes(ENGINE);
  if (hasEngine) searcher ??= loaded(question.config);
  return played(await rules, question, hasEngine ? await searcher : undefined);
}

async function loaded(config: string): Promise<Searcher> {
  importScripts(SCRIPT);
  return Searcher.of(await Stockfish({ mainScriptUrlOrBlob: SCRIPT }), config);
}
