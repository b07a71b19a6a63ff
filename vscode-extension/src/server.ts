import * as vscode from "vscode";
import { State, type BaseLanguageClient, type LanguageClientOptions } from "vscode-languageclient";
import { theme } from "./client";
import type { Choose, Start } from "./servers/start";
import type { Status } from "./status";

/** Makes a client of a server that is started so. */
export type MakeClient = (start: Start, options: LanguageClientOptions) => BaseLanguageClient;

/** How long a server may take to end. */
const PATIENCE = 2_000;
const NEEDS_ANOTHER = ["wazir.interpreter", "wazir.server"];

/** The server of this window: started when there is something to say, and again when it should be another one. */
export class Server implements vscode.Disposable {
  readonly client: BaseLanguageClient;
  private readonly watched: readonly { dispose(): unknown }[];
  private isWanted = false;
  private going: Promise<void> = Promise.resolve();

  constructor(
    make: MakeClient,
    options: LanguageClientOptions,
    choose: Choose,
    private readonly status: Status,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.client = make(async () => {
      status.starting();
      this.since = Date.now();
      const choice = await choose();
      const transports = await choice.start();
      this.choice = choice;
      return transports;
    }, options);
    let shade = theme();
    this.watched = [
      this.client.onDidChangeState(({ newState }) => {
        if (newState === State.Running && this.choice) {
          status.running(this.choice);
          log.info(`The server answers in ${this.choice.title}, ${Date.now() - this.since} ms after it was wanted.`);
        }
        if (newState === State.Stopped) status.ended();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (NEEDS_ANOTHER.some((name) => change.affectsConfiguration(name))) void this.restart();
      }),
      vscode.window.onDidChangeActiveColorTheme(() => {
        if (theme() !== shade) void this.restart();
        shade = theme();
      }),
    ];
  }

  private choice: Awaited<ReturnType<Choose>> | undefined;
  private since = 0;

  /** Starts it, if that has not been done. */
  start(): void {
    if (this.isWanted) return;
    this.isWanted = true;
    this.going = this.going.then(() => this.tryStart());
  }

  /** Ends it, and starts it or another one in its place; nothing if it was never wanted. */
  async restart(): Promise<void> {
    if (!this.isWanted) return;
    this.going = this.going.then(() => this.tryStop()).then(() => this.tryStart());
    await this.going;
  }

  async stop(): Promise<void> {
    this.isWanted = false;
    this.going = this.going.then(() => this.tryStop());
    await this.going;
  }

  dispose(): void {
    for (const one of this.watched) one.dispose();
  }

  private async tryStart(): Promise<void> {
    try {
      await this.client.start();
    } catch (problem) {
      const reason = problem instanceof Error ? problem.message : String(problem);
      this.log.error(`The server does not run: ${reason}`);
      this.status.failed(reason);
      const show = vscode.l10n.t("Show Log");
      void vscode.window.showErrorMessage(vscode.l10n.t("Wazir's server does not run: {0}", reason), show).then((chosen) => {
        if (chosen) this.log.show(true);
      });
    }
  }

  private async tryStop(): Promise<void> {
    try {
      if (this.client.needsStop()) await this.client.stop(PATIENCE);
    } catch (problem) {
      this.log.info(`The server did not end by itself: ${String(problem)}`);
    }
  }
}
