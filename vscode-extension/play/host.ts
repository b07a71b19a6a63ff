/**
 * Replaces VS Code and the server in the frame of a page on which a variant is played: the engines
 * answer in workers.
 */
import { engines } from "../playground/engines";
import { bestMove, searchCommands } from "../src/engine/reply";
import type { PositionQuestion, Search } from "../src/engine/serve";
import type { PositionAnswer, Reply } from "../src/views/answers";
import type { ToHost, ToPage } from "../src/views/messages";
import { PageRequests } from "../src/views/requests";
import { answer, type Asked, type EngineState, type Playable } from "./answer";

const frame = window.frameElement as HTMLIFrameElement | null;
const board = JSON.parse(frame?.dataset.board ?? "{}") as Playable;
const CURSOR = { uri: "", version: 0, position: { line: 0, character: 0 } };

const asking = new PageRequests((method, params, _, signal) => {
  const asked = params as unknown as Asked & { readonly level: number };
  return method === "wazir/reply" ? reply(asked, asked.level, signal) : shown(asked);
}, tell);

/** The position after the played moves. */
async function shown(asked: Asked): Promise<PositionAnswer> {
  return answer(board, await stateAfter(asked), asked);
}

/** The move of the engine at a level, counted from 1; null if none is legal. */
async function reply(asked: Asked, level: number, signal: AbortSignal): Promise<Reply | null> {
  const { played, legal } = await stateAfter(asked);
  // A search that begins now would end the one for the next position.
  signal.throwIfAborted();
  const strength = board.levels[level - 1];
  if (!strength) throw new Error(`There is no level ${level}.`);
  const { config, name, seconds } = board;
  const game = { name, start: asked.start, moves: played.map(([move]) => move) };
  const commands = searchCommands(game, strength, seconds);
  const { lines } = await ask<{ lines: readonly string[] }>("wazir/opponent", {
    config,
    name,
    commands,
  });
  const { move, summary } = bestMove(lines);
  const words = legal.find(([one]) => one === move)?.[1];
  return words === undefined ? null : { action: move, words, summary };
}

function stateAfter({ played, start }: Asked): Promise<EngineState> {
  const { config, name } = board;
  return ask<EngineState>("wazir/engine", { config, name, start, moves: played });
}

/** What an engine answers. Rejects with its problem. */
async function ask<Answer extends object>(
  method: string,
  question: PositionQuestion | Search,
): Promise<Answer> {
  const found = (await engines[method]?.(question as never)) as
    Answer | { readonly problem: string };
  if ("problem" in found) throw new Error(found.problem);
  return found;
}

function tell(message: ToPage): void {
  window.postMessage(message, location.origin);
}

function hear(message: ToHost): void {
  if (message.kind === "ready") tell({ kind: "cursor", cursor: CURSOR });
  else if (message.kind === "ask") void asking.ask(message);
  else if (message.kind === "cancel") asking.cancel(message.id);
  else if (message.kind === "copyText") void navigator.clipboard.writeText(message.text);
}

/** The theme of the system, as classes of VS Code. */
const dark = window.matchMedia("(prefers-color-scheme: dark)");
const colour = (): void => {
  document.body.className = `vscode-${dark.matches ? "dark" : "light"}`;
};
dark.addEventListener("change", colour);
colour();

/** The frame is as high as what it shows. */
new ResizeObserver(() => {
  if (frame) frame.style.height = `${document.documentElement.offsetHeight}px`;
}).observe(document.documentElement);

Object.assign(window, {
  acquireVsCodeApi: () => ({
    postMessage: hear,
    getState: () => ({ cursor: CURSOR, plays: true }),
    setState: () => undefined,
  }),
});
