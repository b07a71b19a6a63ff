/** The server of the page: Python in a worker. */
import type { Transport } from "@codemirror/lsp-client";
import { blobWorker } from "../src/servers/blobWorker";
import { NEEDED, type WorkerMessage } from "../src/servers/messages";

/** Starts the server and resolves to its connection. *ended* is called with the reason when it stops. */
export async function start(ended: (reason: string) => void): Promise<Transport> {
  const files = NEEDED.map(async (name) => [name, await loaded(`python/${name}`)] as const);
  const worker = blobWorker(await loaded("worker.js"), await Promise.all(files), undefined);
  const hearing = new Set<(message: string) => void>();
  await new Promise<void>((ready, failed) => {
    const end = (reason: string): void => {
      worker.terminate();
      failed(new Error(reason));
      ended(reason);
    };
    worker.onMessage((message) => {
      if (typeof message === "string") {
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
  };
}

async function loaded(name: string): Promise<ArrayBuffer> {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}
