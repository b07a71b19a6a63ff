/** The server of the page: Python in a worker. */
import type { Transport } from "@codemirror/lsp-client";
import { blobWorker } from "../src/servers/blobWorker";
import { NEEDED, RUNTIME, type WorkerMessage } from "../src/servers/messages";

/** The connection to a server. */
export interface Connection extends Transport {
  close(): void;
}

/** Answers requests of the server by their methods. */
export type Engines = Readonly<Record<string, (question: never) => Promise<unknown>>>;

/** A request of the server. */
interface Asked {
  readonly id: number | string;
  readonly method?: string;
  readonly params: unknown;
}

/** The error where the browser does not run WebAssembly. */
export class Blocked extends Error {}

/** Is called with the number of bytes that were loaded since the last call. */
export type Progress = (bytes: number) => void;

/**
 * Starts the server with files *from* an address. *ended* is called with the reason when it stops.
 * Throws *Blocked* if the browser does not run it.
 */
export async function start(
  ended: (reason: string) => void,
  from = document.baseURI,
  engines: Engines = {},
  progress: Progress = () => undefined,
): Promise<Connection> {
  if (!canCompile()) throw new Blocked("WebAssembly is switched off.");
  const files = NEEDED.map(async (name) => {
    const address = new URL(`python/${name}`, from);
    return [
      name,
      await (name === RUNTIME ? compiled(address, progress) : loaded(address, progress)),
    ] as const;
  });
  const worker = blobWorker(
    await loaded(new URL("worker.js", from)),
    await Promise.all(files),
    undefined,
  );
  const hearing = new Set<(message: string) => void>();
  await new Promise<void>((ready, failed) => {
    const end = (reason: string): void => {
      worker.terminate();
      failed(new Error(reason));
      ended(reason);
    };
    worker.onMessage((message) => {
      if (typeof message === "string") {
        // Other messages may be large, and are not read twice.
        const isOfEngine = Object.keys(engines).some((method) => message.includes(`"${method}"`));
        const asked = isOfEngine ? (JSON.parse(message) as Asked) : undefined;
        const answer = engines[asked?.method ?? ""];
        if (asked && answer) {
          void answer(asked.params as never).then((result) => {
            worker.post(JSON.stringify({ jsonrpc: "2.0", id: asked.id, result }));
          });
          return;
        }
        for (const hear of hearing) hear(message);
        return;
      }
      const said = message as WorkerMessage;
      if (said.kind === "ready") ready();
      else if (said.kind === "log") console.info(said.line);
      else end(said.reason ?? "");
    });
    worker.onEnd(end);
  });
  return {
    send: (message) => {
      worker.post(message);
    },
    subscribe: (hear) => void hearing.add(hear),
    unsubscribe: (hear) => void hearing.delete(hear),
    close: () => {
      worker.terminate();
    },
  };
}

/** Whether the browser compiles WebAssembly: some forbid it for safety. */
export function canCompile(): boolean {
  try {
    const header = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
    return new WebAssembly.Module(header) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

async function loaded(address: URL, progress: Progress = () => undefined): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status} ${answer.statusText}`);
  if (!answer.body) return answer.arrayBuffer();
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      progress(part.length);
      controller.enqueue(part);
    },
  });
  return new Response(answer.body.pipeThrough(counting)).arrayBuffer();
}

/**
 * A compiled module. The browser keeps its optimized code with the file, which halves the time of
 * the next start, if it reads the answer itself: this file is counted when it is there.
 */
async function compiled(address: URL, progress: Progress): Promise<WebAssembly.Module> {
  const answer = fetch(address);
  const size = answer.then(
    ({ headers }) => Number(headers.get("content-length") ?? 0),
    () => 0,
  );
  const module = await WebAssembly.compileStreaming(answer).catch(async () =>
    WebAssembly.compile(await loaded(address)),
  ); // The site may not know the type.
  progress(await size);
  return module;
}
