/** Plays variants for the server: their rules by ffish, moves by Fairy-Stockfish. */
import type { BaseLanguageClient, CancellationToken } from "vscode-languageclient";
import type { GameQuestion } from "./playing";

/** A question about the legal moves of a position. */
export interface PositionQuestion {
  readonly config: string;
  readonly name: string;
  readonly moves: readonly string[];
  readonly start: string;
}

/** A search, as commands of UCI to an engine that has loaded the file. */
export interface Search {
  readonly config: string;
  readonly name: string;
  readonly commands: readonly string[];
}

/** What plays variants. */
export interface Engine {
  /** The number of games that it plays by itself at the same time. */
  readonly games: number;
  /** The position, in the form of `wazir/engine`. Rejects with a sentence. */
  position(asked: PositionQuestion): Promise<unknown>;
  /** The lines that the engine writes up to its move. Rejects with a sentence. */
  search(search: Search): Promise<readonly string[]>;
  /** A game that a variant plays by itself. A cancelled one ends. Rejects with a sentence. */
  game(asked: GameQuestion, token: CancellationToken): Promise<unknown>;
}

/** Answers the requests of the server. */
export function serveEngine(client: BaseLanguageClient, engine: Engine): void {
  const asProblem = (problem: unknown): object => ({
    problem: problem instanceof Error ? problem.message : String(problem),
  });
  client.onRequest("wazir/engine", (asked: PositionQuestion) =>
    engine.position(asked).catch(asProblem),
  );
  client.onRequest("wazir/game", (asked: GameQuestion, token: CancellationToken) =>
    engine.game(asked, token).catch(asProblem),
  );
  client.onRequest("wazir/opponent", (search: Search) =>
    engine.search(search).then((lines) => ({ lines }), asProblem),
  );
}
