/** The used part of Fairy-Stockfish as WebAssembly, which searches in threads of its own. */
export interface FairyStockfish {
  /** Its file system, which is in memory. */
  readonly FS: { writeFile(path: string, text: string): void };
  /** Is called when it has ended. */
  onExit: (status: number) => void;
  /** Gives it a line of UCI. Lines before its first message are lost. */
  postMessage(line: string): void;
  addMessageListener(hear: (line: string) => void): void;
}

/** The file in its file system that holds the variants. */
export const VARIANTS = "/variants.ini";

/** Calls back with each line that the engine writes; ends when it takes commands. */
export function listen(engine: FairyStockfish, hear: (line: string) => void): Promise<void> {
  return new Promise((ready) => {
    engine.addMessageListener((line) => {
      hear(line);
      ready();
    });
  });
}
