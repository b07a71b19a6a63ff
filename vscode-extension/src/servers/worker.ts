import { FILES, files } from "./alone";
import { loadPyodide, type PyodideInterface } from "pyodide";
import createPyodideModule from "pyodide/pyodide.asm.mjs";
import { info } from "pyodide/pyodide-lock.json";
import { LIBRARY, SERVER, type Begin, type Said } from "./said";

/** The server's own module: hands over what the server says, and gives what takes what the client says. */
interface ServerModule {
  begin(send: (message: string) => void, end: (status: number) => void, home?: string): (message: string) => void;
}

/** The way to the extension. */
interface Port {
  post(message: string | Said): void;
  listen(take: (message: unknown) => void): void;
  close(): void;
}

/** What a thread of Node and a worker of a browser have in common is not much. */
async function port(): Promise<Port> {
  if (typeof process === "object") {
    const { parentPort } = await import("node:worker_threads");
    if (!parentPort) throw new Error("This is to be run in a worker.");
    return {
      post: (message) => {
        parentPort.postMessage(message);
      },
      listen: (take) => parentPort.on("message", take),
      close: () => {
        parentPort.close();
      },
    };
  }
  const scope = globalThis as unknown as { postMessage(message: unknown): void; onmessage: unknown; close(): void };
  return {
    post: (message) => {
      scope.postMessage(message);
    },
    listen: (take) => {
      scope.onmessage = (event: MessageEvent) => {
        take(event.data);
      };
    },
    close: () => {
      scope.close();
    },
  };
}

/** Python, with what it needs of itself alone: there is no index of packages. */
async function python(folder: string, log: (line: string) => void): Promise<PyodideInterface> {
  const options = {
    indexURL: folder,
    stdLibURL: folder + LIBRARY,
    createPyodideModule,
    lockFileContents: { info, packages: {} },
    stdout: log,
    stderr: log,
    env: { HOME: "/", PYTHONHASHSEED: "0" },
  };
  return loadPyodide(options as unknown as Parameters<typeof loadPyodide>[0]);
}

async function read(folder: string, name: string): Promise<Uint8Array> {
  const handed = files.get(name);
  if (handed) return new Uint8Array(handed);
  const { readFile } = await import("node:fs/promises");
  return new Uint8Array(await readFile(folder + name));
}

async function serve(begun: Begin, to: Port): Promise<(message: string) => void> {
  const folder = "folder" in begun ? begun.folder : FILES;
  if ("files" in begun) for (const [name, file] of begun.files) files.set(name, file);
  const [runtime, server] = await Promise.all([
    python(folder, (line) => {
      to.post({ kind: "log", line });
    }),
    read(folder, SERVER),
  ]);
  files.clear();
  const at = `/${SERVER}`;
  (runtime.FS as { writeFile(at: string, file: Uint8Array): void }).writeFile(at, server);
  (runtime.pyimport("sys") as { path: { insert(at: number, path: string): void } }).path.insert(0, at);
  const module = runtime.pyimport("wazir.lsp.transport") as ServerModule;
  return module.begin(
    (message) => {
      to.post(message);
    },
    () => {
      to.post({ kind: "ended" });
      to.close();
    },
    begun.home,
  );
}

async function main(): Promise<void> {
  const to = await port();
  let take: ((message: string) => void) | undefined;
  const failed = (problem: unknown): void => {
    to.post({ kind: "ended", reason: problem instanceof Error ? problem.message : String(problem) });
    to.close();
  };
  to.listen((message) => {
    if (typeof message === "string") {
      try {
        take?.(message);
      } catch (problem) {
        failed(problem);
      }
    } else {
      serve(message as Begin, to).then((taking) => {
        take = taking;
        to.post({ kind: "ready" });
      }, failed);
    }
  });
}

void main();
