/** The engine where processes can be started. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { Program } from "./program";
import type { Asked, Engine, Search } from "./serve";

/** Milliseconds for a position. */
const PATIENCE = 20_000;
/** Milliseconds for a search, which the commands limit to less. */
const PATIENCE_OF_SEARCH = 40_000;

/** The programs in the folder of the package that has them. They end when they are not used. */
export class Programs implements Engine {
  private readonly rules: Program;
  private readonly opponent: Program;

  constructor(folder: string) {
    this.rules = new Program(join(folder, "rules.cjs"));
    this.opponent = new Program(join(folder, "opponent.cjs"), load);
  }

  async position(asked: Asked): Promise<unknown> {
    const input = `${JSON.stringify(asked)}\n`;
    const lines = await this.rules.ask({ config: asked.config, input, isLast: (line) => line.startsWith("{"), patience: PATIENCE });
    return JSON.parse(lines.at(-1) ?? "");
  }

  search({ config, commands }: Search): Promise<readonly string[]> {
    const input = commands.map((line) => `${line.replaceAll(/[\r\n]+/g, " ")}\n`).join("");
    return this.opponent.ask({ config, input, isLast: (line) => line.startsWith("bestmove "), patience: PATIENCE_OF_SEARCH });
  }

  dispose(): void {
    this.rules.dispose();
    this.opponent.dispose();
  }
}

/** The command that loads a text. Its last line cannot be in the text, which could give commands of its own. */
function load(config: string): string {
  const end = randomUUID();
  return `load <<${end}\n${config}\n${end}\n`;
}
