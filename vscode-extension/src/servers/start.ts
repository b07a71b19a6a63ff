import type { MessageTransports } from "vscode-languageclient";

/** Starts a server, and gives the way to talk to it. */
export type Start = () => Promise<MessageTransports>;

/** A server that was chosen, and is about to be started. */
export interface Choice {
  /** What it runs in, for people: `Python 3.12.1`. */
  readonly title: string;
  /** More about that, such as a path. */
  readonly detail: string;
  readonly start: Start;
}

/** Chooses a server by the settings and by what there is. */
export type Choose = () => Promise<Choice>;
