import * as vscode from "vscode";
import { AbstractMessageReader, AbstractMessageWriter, Disposable, type DataCallback, type Message, type MessageTransports } from "vscode-languageclient";
import type { Said } from "./said";

/** Files that would be opened in a browser, not in the editor. */
const FAR = /^https?$/;

/** A worker, wherever it runs. */
export interface Worker {
  post(message: string): void;
  /** Both are called before anything else. */
  onMessage(take: (message: unknown) => void): void;
  onEnd(tell: (reason: string) => void): void;
  terminate(): void;
}

/** Makes a worker that has been told where the files are that it runs from, and where those are that it may name to the editor. */
export type MakeWorker = (script: vscode.Uri, files: vscode.Uri, home: string | undefined) => Promise<Worker>;

/** The server in a worker, under Pyodide: where there is no Python, or no process can be started. */
export async function startInWorker(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
  make: MakeWorker,
): Promise<MessageTransports> {
  const at = (...path: string[]): vscode.Uri => vscode.Uri.joinPath(context.extensionUri, ...path);
  const home = at("bundled", "libs", "wazir");
  const begun = Date.now();
  const isHere = !FAR.test(home.scheme);
  const worker = await make(at("dist", "worker.js"), at("bundled", "pyodide"), isHere ? home.toString() : undefined);
  const line = new Line(worker, log);
  context.subscriptions.push(line);
  await line.ready;
  log.info(`Pyodide was ready after ${Date.now() - begun} ms.`);
  return { reader: line.reader, writer: line.writer };
}

/** The messages to and from a worker. */
class Line implements Disposable {
  readonly reader: Reader;
  readonly writer: Writer;
  readonly ready: Promise<void>;
  private readonly end: (reason?: string) => void;

  constructor(worker: Worker, log: vscode.LogOutputChannel) {
    const end = (this.end = (reason?: string): void => {
      if (reason) log.error(`The server has stopped: ${reason}`);
      worker.terminate();
      this.reader.ended();
    });
    this.reader = new Reader(end);
    this.writer = new Writer(worker, end);
    this.ready = new Promise((resolve, reject) => {
      worker.onMessage((message) => {
        if (typeof message === "string") {
          this.reader.take(message);
          return;
        }
        const said = message as Said;
        if (said.kind === "ready") resolve();
        else if (said.kind === "log") log.info(said.line);
        else {
          end(said.reason);
          reject(new Error(said.reason));
        }
      });
      worker.onEnd((reason) => {
        end(reason);
        reject(new Error(reason));
      });
    });
  }

  dispose(): void {
    this.end();
  }
}

class Reader extends AbstractMessageReader {
  private hear: DataCallback | undefined;
  private isOver = false;

  constructor(private readonly end: () => void) {
    super();
  }

  listen(hear: DataCallback): Disposable {
    this.hear = hear;
    return Disposable.create(() => {
      this.hear = undefined;
    });
  }

  take(message: string): void {
    this.hear?.(JSON.parse(message) as Message);
  }

  ended(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.fireClose();
  }

  override dispose(): void {
    super.dispose();
    this.isOver = true;
    this.end();
  }
}

class Writer extends AbstractMessageWriter {
  constructor(
    private readonly worker: Worker,
    readonly end: () => void,
  ) {
    super();
  }

  write(message: Message): Promise<void> {
    this.worker.post(JSON.stringify(message));
    return Promise.resolve();
  }
}
