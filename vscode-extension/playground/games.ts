/** A worker in which the variants of one file play themselves. */
import { played, type GameQuestion } from "../src/engine/playing";
import { library } from "../src/engine/position";

let loaded: ReturnType<typeof library> | undefined;

onmessage = ({ data }: MessageEvent<GameQuestion>) => {
  loaded ??= library(data.config, { locateFile: () => "ffish.wasm" });
  void loaded
    .then((found) => played(found, data))
    .then(postMessage, () => {
      postMessage({ problem: `The engine crashes on \`${data.name}\`.` });
    });
};
