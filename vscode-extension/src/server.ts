import * as vscode from "vscode";
import {
  State,
  type BaseLanguageClient,
  type LanguageClientOptions,
  type MessageTransports,
} from "vscode-languageclient";
import { theme } from "./client";
import type { Status } from "./status";

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

/** Creates a client for a server. */
export type MakeClient = (start: Start, options: LanguageClientOptions) => BaseLanguageClient;

/** Milliseconds that a server may take to stop. */
const PATIENCE = 2_000;
const NEEDS_ANOTHER = ["wazir.interpreter", "wazir.server", "wazir.engineProgram"];

/** The server of this window. It is restarted when the settings select another one. */
export class Server implements vscode.Disposable {
  /** The current client. A client that could not start is replaced. */
  client: BaseLanguageClient;
  private readonly watched: vscode.Disposable;
  private choice: Choice | undefined;
  private prepared: MessageTransports | undefined;
  private readonly started = new vscode.EventEmitter<void>();
  /** The server has started, again or for the first time. */
  readonly onRunning = this.started.event;
  private isWanted = false;
  private since = 0;
  private going: Promise<void> = Promise.resolve();

  constructor(
    private readonly make: MakeClient,
    private readonly options: LanguageClientOptions,
    /** Chooses a server by the settings and the available runtimes. */
    private readonly choose: () => Promise<Choice>,
    private readonly status: Status,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.client = this.another();
    let shown = theme();
    this.watched = vscode.Disposable.from(
      this.started,
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (NEEDS_ANOTHER.some((name) => change.affectsConfiguration(name))) void this.restart();
      }),
      vscode.window.onDidChangeActiveColorTheme(() => {
        if (theme() !== shown && this.client.isRunning()) {
          void this.client.sendNotification("wazir/theme", { theme: theme() });
        }
        shown = theme();
      }),
    );
  }

  /** Starts the server, unless it was started before. */
  start(): void {
    if (this.isWanted) return;
    this.isWanted = true;
    void this.next(() => this.tryStart());
  }

  /** Restarts the server, unless it was never started. */
  async restart(): Promise<void> {
    if (!this.isWanted) return;
    await this.next(() => this.tryStop().then(() => this.tryStart()));
  }

  async stop(): Promise<void> {
    this.isWanted = false;
    await this.next(() => this.tryStop());
  }

  dispose(): void {
    this.watched.dispose();
  }

  /** Does a step after those before it. */
  private next(step: () => Promise<void>): Promise<void> {
    return (this.going = this.going.then(step));
  }

  private another(): BaseLanguageClient {
    // The client also restarts a server that crashed; the choice is then made again.
    const client = this.make(async () => {
      const transports = this.prepared ?? (await this.prepare());
      this.prepared = undefined;
      return transports;
    }, this.options);
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Stopped) this.status.ended();
      if (newState !== State.Running || !this.choice) return;
      this.status.running(this.choice);
      this.started.fire();
      this.log.info(
        `The server is ready in ${this.choice.title} after ${Date.now() - this.since} ms.`,
      );
    });
    return client;
  }

  private async prepare(): Promise<MessageTransports> {
    this.status.starting();
    this.since = Date.now();
    const choice = await this.choose();
    const transports = await choice.start();
    this.choice = choice;
    return transports;
  }

  private async tryStart(): Promise<void> {
    try {
      if (this.client.state === State.StartFailed) this.client = this.another();
      // Prepared before the client starts, so that errors are reported by the extension.
      this.prepared = await this.prepare();
      await this.client.start();
    } catch (problem) {
      const reason = problem instanceof Error ? problem.message : String(problem);
      this.log.error(`The server could not be started: ${reason}`);
      this.status.failed(reason);
      const show = vscode.l10n.t("Show Log");
      const choice = vscode.window.showErrorMessage(
        vscode.l10n.t("The Wazir server could not be started: {0}", reason),
        show,
      );
      void choice.then((chosen) => {
        if (chosen) this.log.show(true);
      });
    }
  }

  private async tryStop(): Promise<void> {
    try {
      if (this.client.needsStop()) await this.client.stop(PATIENCE);
    } catch (problem) {
      this.log.info(`The server did not stop by itself: ${String(problem)}`);
    }
  }
}
