/** The server of the page: Python in a worker. */
import type { Transport } from "@codemirror/lsp-client";
import { blobWorker } from "../src/servers/blobWorker";
import { NEEDED, RUNTIME, type WorkerMessage } from "../src/servers/messages";

/** The connection to a server. */
export interface Connection extends Transport {
  close(): void;
}

/** Answers the server's questions about variants, with what `wazir/engine` wants. */
export type Engine = (question: unknown) => Promise<unknown>;

/** The request of the server about a variant. */
interface Asked {
  readonly id: number | string;
  readonly method?: string;
  readonly params: unknown;
}

/** Starts the server with files *from* an address. *ended* is called with the reason when it stops. */
export async function start(ended: (reason: string) => void, from = document.baseURI, engine?: Engine): Promise<Connection> {
  const files = NEEDED.map(async (name) => [name, await (name === RUNTIME ? compiled : loaded)(new URL(`python/${name}`, from))] as const);
  const worker = blobWorker(await loaded(new URL("worker.js", from)), await Promise.all(files), undefined);
  const hearing = new Set<(message: string) => void>();
  await new Promise<void>((ready, failed) => {
    const end = (reason: string): void => {
      worker.terminate();
      failed(new Error(reason));
      ended(reason);
    };
    worker.onMessage((message) => {
      if (typeof message === "string") {
        const asked = engine && message.includes('"wazir/engine"') ? (JSON.parse(message) as Asked) : undefined;
        if (engine && asked?.method === "wazir/engine") {
          void engine(asked.params).then((result) => { worker.post(JSON.stringify({ jsonrpc: "2.0", id: asked.id, result })); });
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

async function loaded(address: URL): Promise<ArrayBuffer> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

/** A compiled module. The browser keeps its optimized code with the file, which halves the time of the next start. */
async function compiled(address: URL): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(fetch(address)).catch(async () => WebAssembly.compile(await loaded(address))); // The site may not know the type.
}
