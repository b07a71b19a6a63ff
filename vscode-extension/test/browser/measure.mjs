// How long the gallery takes to open, for the numbers of pieces that are given, and how it scrolls:
// `node measure.mjs 2000 5000`. CPU time is printed as well, because other processes may slow the
// machine down.
import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { browse, open } from "./page.mjs";
import { start } from "./rpc.mjs";

const MOVES = ["K", "fmWfcF", "mRcpR", "NN", "B3", "[F?R]", "gQ", "fWfFbW", "nNnA", "KisO2"];
const TICKS = 100;
/** The distance of one turn of the wheel in pixels, and the number of turns. */
const [TURN, TURNS] = [600, 60];
const many = (count) =>
  Array.from(
    { length: count },
    (_, number) => `Piece ${number} = ${MOVES[number % MOVES.length]}\n`,
  ).join("");

/** The CPU time of a process in seconds. */
function used({ pid }) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** The CPU time of the page in seconds. */
async function worked(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return metrics.find(({ name }) => name === "TaskDuration").value;
}

const shown = (seconds) => `${seconds.toFixed(2)} s`;
const browser = await browse();
for (const count of process.argv.slice(2).map(Number)) {
  const server = await start();
  const view = await open(browser, server, {
    view: "gallery",
    sample: "betza/many.betza",
    text: "# nothing yet\n",
  });
  const pictures = view.page.locator(".picture img");
  const devtools = await view.page.context().newCDPSession(view.page);
  await devtools.send("Performance.enable");
  await view.page.locator(".count", { hasText: "no pieces" }).waitFor();
  const [clock, server0] = [performance.now(), used(server)];
  await view.move({ line: 0, character: 0 }, many(count));
  await pictures.nth(3).waitFor();
  const first = (performance.now() - clock) / 1000;
  await view.page
    .locator(".piece")
    .nth(count - 1)
    .waitFor({ state: "attached" });
  const all = (performance.now() - clock) / 1000;
  console.log(
    `${count} pieces: first pictures after ${shown(first)}, all listed after ${shown(all)}; processors: server ${shown(used(server) - server0)}, page ${shown(await worked(devtools))}`,
  );

  const [page0, server1] = [await worked(devtools), used(server)];
  const frames = view.page.evaluate(
    (turns) =>
      new Promise((done) => {
        const times = [];
        const tick = (time) => {
          times.push(time);
          if (times.length < turns * 4) {
            requestAnimationFrame(tick);
          } else {
            done(
              times
                .slice(1)
                .map((one, at) => one - times[at])
                .sort((one, other) => other - one),
            );
          }
        };
        requestAnimationFrame(tick);
      }),
    TURNS,
  );
  for (let turn = 0; turn < TURNS; turn++) {
    await view.page.mouse.wheel(0, TURN);
    await view.page.waitForTimeout(40);
  }
  const longest = await frames;
  console.log(
    `  scrolling: longest frames ${longest
      .slice(0, 5)
      .map((one) => one.toFixed(0))
      .join(
        ", ",
      )} ms of ${longest.length}; processors: server ${shown(used(server) - server1)}, page ${shown((await worked(devtools)) - page0)}`,
  );
  await view.close();
  await server.close();
}
await browser.close();
