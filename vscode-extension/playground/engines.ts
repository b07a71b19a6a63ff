/** The engines of the page, which load when a variant is played. */
import type { GameQuestion } from "../src/engine/playing";
import { ENGINE } from "../src/engine/searcher";
import type { PositionQuestion, Search } from "../src/engine/serve";

/** Milliseconds for a position. */
const PATIENCE = 20_000;
/** Milliseconds for a search, which its commands limit to less. */
const PATIENCE_OF_SEARCH = 40_000;
/** Milliseconds for a game without searches. */
const PATIENCE_OF_GAME = 120_000;
/** What even a slow machine searches. */
const NODES_PER_MILLISECOND = 10;
/** Milliseconds after which a worker ends that is asked for no other game. */
const BETWEEN_GAMES = 5_000;
/** Games that are played at the same time: Python has a thread of its own. */
export const GAMES = Math.max(1, Math.min(8, navigator.hardwareConcurrency - 1));
const CRASH = "The engine crashes on this variant.";
/** The service worker gives the page what shared memory needs, from its second visit on. */
const RELOAD = "Fairy-Stockfish searches after this page is loaded again.";
const NEEDS_HTTPS = "Fairy-Stockfish searches on pages with https. You can play both sides.";
const NOT_SHARED =
  "Fairy-Stockfish does not search in this browser, which gives the page no shared memory. You can play both sides.";

/** The worker that searches in the variants of a file. */
let opponent: { readonly worker: Worker; readonly config: string } | undefined;
/** The last search: the worker answers one after the other. */
let searching: Promise<unknown> = Promise.resolve();

/** Answers the requests of the server about variants, by their method. */
export const engines: Readonly<Record<string, (question: never) => Promise<unknown>>> = {
  "wazir/engine": position,
  "wazir/opponent": search,
  "wazir/game": game,
};

/** The workers that play games of the variants of a file, and those among them without a game. */
let players: {
  readonly config: string;
  /** Each with the timer that ends it. */
  readonly free: Map<Worker, ReturnType<typeof setTimeout>>;
} = { config: "", free: new Map() };

/** Plays a game. The worker is kept for the next one of the same text, unless it fails. */
async function game(asked: GameQuestion): Promise<unknown> {
  if (asked.players.includes(ENGINE) && !crossOriginIsolated) {
    return { problem: await whyNotShared() };
  }
  if (players.config !== asked.config) {
    for (const worker of players.free.keys()) worker.terminate();
    players = { config: asked.config, free: new Map() };
  }
  const { free } = players;
  const worker = taken(free) ?? new Worker("games.js");
  const patience = PATIENCE_OF_GAME + (asked.nodes * asked.plies) / NODES_PER_MILLISECOND;
  const answer = await answered(worker, asked, patience);
  if ("problem" in answer || players.free !== free) {
    worker.terminate();
    return answer;
  }
  const end = (): void => {
    free.delete(worker);
    worker.terminate();
  };
  free.set(worker, setTimeout(end, BETWEEN_GAMES));
  return answer;
}

/** A worker without a game, which is no longer free. */
function taken(free: typeof players.free): Worker | undefined {
  for (const [worker, timer] of free) {
    clearTimeout(timer);
    free.delete(worker);
    return worker;
  }
  return undefined;
}

/** Asks for a position in a worker, which ends with its answer: some texts crash the engine. */
async function position(asked: PositionQuestion): Promise<unknown> {
  const worker = new Worker("engine.js");
  return answered(worker, asked, PATIENCE).finally(() => {
    worker.terminate();
  });
}

/** Searches for a move. A search before it, for which nobody waits any more, ends. */
async function search(asked: Search): Promise<unknown> {
  if (!crossOriginIsolated) return { problem: await whyNotShared() };
  opponent?.worker.postMessage({ config: opponent.config, commands: ["stop"] });
  const answer = searching.then(() => searched(asked));
  searching = answer;
  return answer;
}

/** What the engine finds. Its worker is kept for the next search in the same text. */
async function searched(asked: Search): Promise<unknown> {
  const worker = opponentIn(asked.config);
  const answer = await answered(worker, asked, PATIENCE_OF_SEARCH);
  if ("problem" in answer) {
    worker.terminate();
    opponent = undefined;
  }
  return answer;
}

/** The worker for a text. The one for another text ends. */
function opponentIn(config: string): Worker {
  if (opponent?.config === config) return opponent.worker;
  opponent?.worker.terminate();
  opponent = { worker: new Worker("opponent.js"), config };
  return opponent.worker;
}

/**
 * Why the page has no shared memory: usually because it was loaded before its service worker was
 * there.
 */
async function whyNotShared(): Promise<string> {
  if (!isSecureContext) return NEEDS_HTTPS;
  const [loading] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (loading?.workerStart || !("serviceWorker" in navigator)) return NOT_SHARED;
  return (await navigator.serviceWorker.getRegistration()) ? RELOAD : NOT_SHARED;
}

/** The answer of a worker; a problem if it crashes or has none. */
async function answered(worker: Worker, question: unknown, patience: number): Promise<object> {
  let late: ReturnType<typeof setTimeout> | undefined;
  const answer = new Promise<object>((done) => {
    const fail = (problem: string): void => {
      done({ problem });
    };
    worker.onmessage = ({ data }: MessageEvent<object>) => {
      done(data);
    };
    worker.onerror = () => {
      fail(CRASH);
    };
    late = setTimeout(fail, patience, `The engine has no answer after ${patience / 1000} seconds.`);
    worker.postMessage(question);
  });
  return answer.finally(() => {
    clearTimeout(late);
  });
}
