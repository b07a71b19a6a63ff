import type { MessageTransports } from "vscode-languageclient";

/** Starts a server and returns its message transports. */
export type Start = () => Promise<MessageTransports>;

/** A server that can be started. */
export interface Choice {
  /** Its runtime, such as `Python 3.12.1`. */
  readonly title: string;
  /** A detail of the runtime, such as its path. */
  readonly detail: string;
  readonly start: Start;
}

/** Chooses a server by the settings and the available runtimes. */
export type Choose = () => Promise<Choice>;
