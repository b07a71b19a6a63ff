import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { dirname } from "node:path";
import { createInterface } from "node:readline";

/** Milliseconds after which a program ends that is asked nothing. */
const REST = 120_000;
/** Bytes of an answer. A position may have hundreds of thousands of moves with walls. */
const MAX_LENGTH = 100_000_000;

export interface Question {
  /**
   * The text of a file. The engine keeps what it has loaded, so each text has a process of its own.
   */
  readonly config: string;
  readonly input: string;
  /** Whether a line is the last one of the answer. */
  readonly isLast: (line: string) => boolean;
  /** Milliseconds for the answer. */
  readonly patience: number;
}

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly config: string;
}

/**
 * A script of the package that answers lines with lines, in a process of the editor's own Node.
 * Nothing else is run.
 */
export class Program {
  private running: Running | undefined;
  private hear: (line: string) => void = () => undefined;
  private fail: (reason: string) => void = () => undefined;
  /** The bytes of the answer so far. */
  private length = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private going: Promise<unknown> = Promise.resolve();

  /**
   * *load* makes the input that comes first of a text. The program ends after *idle* milliseconds
   * without a question.
   */
  constructor(
    private readonly script: string,
    private readonly load: (config: string) => string = () => "",
    private readonly idle = REST,
  ) {}

  /** The lines of an answer. Questions are answered one after the other. */
  ask(question: Question): Promise<readonly string[]> {
    const answer = this.going.then(() => this.answer(question));
    this.going = answer.catch(() => undefined);
    return answer;
  }

  /** Ends the process. */
  dispose(): void {
    clearTimeout(this.rest);
    const ended = this.running;
    this.running = undefined;
    ended?.child.kill("SIGKILL");
    this.fail("The engine has stopped.");
  }

  private async answer({ config, input, isLast, patience }: Question): Promise<readonly string[]> {
    clearTimeout(this.rest);
    if (this.running?.config !== config) this.start(config);
    const found: string[] = [];
    this.length = 0;
    let late: ReturnType<typeof setTimeout> | undefined;
    try {
      await new Promise<void>((done, failed) => {
        this.fail = (reason) => {
          failed(new Error(reason));
        };
        late = setTimeout(() => {
          this.fail(`The engine has no answer after ${patience / 1000} seconds.`);
        }, patience);
        this.hear = (line) => {
          found.push(line);
          if (isLast(line)) done();
        };
        this.running?.child.stdin.write(input);
      });
    } catch (problem) {
      this.dispose();
      throw problem;
    } finally {
      clearTimeout(late);
      this.hear = () => undefined;
      this.fail = () => undefined;
    }
    this.rest = setTimeout(() => {
      this.dispose();
    }, this.idle);
    return found;
  }

  private start(config: string): void {
    this.dispose();
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1", NODE_OPTIONS: "" };
    const child = spawn(process.execPath, [this.script], {
      cwd: dirname(this.script),
      env,
      windowsHide: true,
    });
    this.running = { child, config };
    const isCurrent = (): boolean => this.running?.child === child;
    child.stdout.on("data", (part: Buffer) => {
      this.length += part.length;
      if (this.length > MAX_LENGTH && isCurrent()) this.fail("The engine writes too much.");
    });
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (isCurrent()) this.hear(line);
    });
    child.stderr.resume();
    child.stdin.on("error", () => undefined); // Its end is reported below.
    child.on("error", ({ message }) => {
      if (isCurrent()) this.fail(`The engine does not start: ${message}.`);
    });
    child.on("exit", () => {
      if (!isCurrent()) return;
      this.running = undefined;
      this.fail("The engine crashes on this variant.");
    });
    child.stdin.write(this.load(config));
  }
}
