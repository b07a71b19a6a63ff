/**
 * A worker in which Fairy-Stockfish says what is legal in a position of a variant. Each question
 * has one of its own.
 */
import { library, position, type Question } from "../src/engine/position";

onmessage = ({ data }: MessageEvent<Question>) => {
  void answer(data).then(postMessage, () => {
    postMessage({ problem: `The engine crashes on \`${data.name}\`.` });
  });
};

async function answer(question: Question): Promise<object> {
  return position(await library(question.config, { locateFile: () => "ffish.wasm" }), question);
}
