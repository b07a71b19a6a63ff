/**
 * Replaces VS Code and the server in the frame of a page on which a variant is played: ffish
 * answers in a worker.
 */
import { engines } from "../playground/engines";
import type { ToHost, ToPage } from "../src/views/messages";
import { PageRequests } from "../src/views/requests";
import { answer, type Asked, type EngineState, type Playable } from "./answer";

const frame = window.frameElement as HTMLIFrameElement | null;
const board = JSON.parse(frame?.dataset.board ?? "{}") as Playable;
const CURSOR = { uri: "", version: 0, position: { line: 0, character: 0 } };

const asking = new PageRequests(async (_, params) => {
  const { played, start } = params as unknown as Asked;
  const { config, name } = board;
  const state = (await engines["wazir/engine"]?.({
    config,
    name,
    start,
    moves: played,
  } as never)) as EngineState | { readonly problem: string };
  if ("problem" in state) throw new Error(state.problem);
  return answer(board, state, { played, start });
}, tell);

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
