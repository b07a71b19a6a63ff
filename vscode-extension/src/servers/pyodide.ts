import * as vscode from "vscode";
import { Emitter, type Message, type MessageTransports } from "vscode-languageclient";
import type { WorkerMessage } from "./messages";

/** The schemes of addresses that the editor opens in a browser. */
const REMOTE = /^https?$/;

/** A worker thread of Node or of a browser. */
export interface Worker {
  post(message: string): void;
  /** Both listeners are registered before the first message. */
  onMessage(take: (message: unknown) => void): void;
  onEnd(report: (reason: string) => void): void;
  terminate(): void;
}

/**
 * Creates a worker from its script, the folder of its files, and the address at which the editor
 * opens the package.
 */
export type MakeWorker = (
  script: vscode.Uri,
  files: vscode.Uri,
  home: string | undefined,
) => Promise<Worker>;

/**
 * Starts the server in a worker under Pyodide, where Python is missing or no process can be
 * started.
 */
export async function startInWorker(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  make: MakeWorker,
): Promise<MessageTransports> {
  const at = (...path: string[]): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, ...path);
  const home = at("bundled", "libs", "wazir");
  const begun = Date.now();
  const worker = await make(
    at("dist", "worker.js"),
    at("bundled", "pyodide"),
    REMOTE.test(home.scheme) ? undefined : home.toString(),
  );
  const end = (reason?: string): void => {
    if (reason) log.error(`The server has stopped: ${reason}`);
    worker.terminate();
    closed.fire();
  };
  const received = new Emitter<Message>();
  const closed = new Emitter<void>();
  context.subscriptions.push(new vscode.Disposable(end));
  await new Promise<void>((resolve, reject) => {
    const fail = (reason?: string): void => {
      end(reason);
      reject(new Error(reason));
    };
    worker.onMessage((message) => {
      if (typeof message === "string") {
        received.fire(JSON.parse(message) as Message);
        return;
      }
      const state = message as WorkerMessage;
      if (state.kind === "ready") resolve();
      else if (state.kind === "log") log.info(state.line);
      else fail(state.reason);
    });
    worker.onEnd(fail);
  });
  log.info(`Pyodide was ready after ${Date.now() - begun} ms.`);
  const write = (message: Message): Promise<void> => {
    worker.post(JSON.stringify(message));
    return Promise.resolve();
  };
  const none = new Emitter<never>().event;
  const ends = {
    onError: none,
    onClose: closed.event,
    dispose: () => {
      end();
    },
  };
  return {
    reader: { ...ends, onPartialMessage: none, listen: received.event },
    writer: { ...ends, write, end: ends.dispose },
  };
}
