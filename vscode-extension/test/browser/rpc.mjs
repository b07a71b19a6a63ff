// A minimal client of the server for tests of pages.
import { Buffer } from "node:buffer";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const server = fileURLToPath(new URL("../../../server", import.meta.url));

/** Starts a server for a client with some abilities, and with options. `ask(method, params, partial)` answers `{answer, cancel}`;
 * `tell` sends what is not answered. */
export async function start(capabilities = {}, initializationOptions = {}, options = []) {
  const python = process.env.WAZIR_PYTHON ?? "python3";
  const child = spawn(python, ["-m", "wazir", "lsp", ...options], {
    env: { ...process.env, PYTHONPATH: server },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map();
  const partial = new Map();
  let count = 0;
  let read = Buffer.alloc(0);
  const send = (message) => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    child.stdin.write(body);
  };
  const hear = (message) => {
    if (message.method === "$/progress") {
      partial.get(message.params.token)?.(message.params.value);
    } else if (message.method && message.id !== undefined) {
      send({ id: message.id, result: null });
    } else if (!message.method) {
      const { done, failed } = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) {
        failed(Object.assign(new Error(message.error.message), { code: message.error.code }));
      } else {
        done(message.result);
      }
    }
  };
  child.stdout.on("data", (part) => {
    read = Buffer.concat([read, part]);
    for (;;) {
      const end = read.indexOf("\r\n\r\n");
      const length = Number(
        /Content-Length: (\d+)/i.exec(read.subarray(0, Math.max(end, 0)).toString())?.[1],
      );
      if (end < 0 || read.length < end + 4 + length) return;
      hear(JSON.parse(read.subarray(end + 4, end + 4 + length).toString()));
      read = read.subarray(end + 4 + length);
    }
  });
  const tell = (method, params) => send({ method, params });
  const ask = (method, params, heard) => {
    const id = ++count;
    const answer = new Promise((done, failed) => waiting.set(id, { done, failed }));
    if (heard) partial.set(`partial-${id}`, heard);
    send({
      id,
      method,
      params: heard ? { ...params, partialResultToken: `partial-${id}` } : params,
    });
    return { answer, cancel: () => tell("$/cancelRequest", { id }) };
  };
  await ask("initialize", { processId: null, rootUri: null, capabilities, initializationOptions })
    .answer;
  tell("initialized", {});
  const close = async () => {
    const ended = once(child, "exit");
    await ask("shutdown").answer;
    tell("exit");
    await ended;
  };
  return { pid: child.pid, ask, tell, close };
}
