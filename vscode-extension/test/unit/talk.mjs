// A small client of the server in a worker.

const PATIENCE = 60_000;

/** Sends messages by `post`; `hear` receives them. */
export class Talk {
  heard = [];
  waiting = [];
  count = 0;

  constructor(post) {
    this.post = post;
  }

  /** Receives a message of the worker. */
  hear(message) {
    const said = typeof message === "string" ? JSON.parse(message) : { own: message };
    if (said.method && said.id !== undefined) this.send({ id: said.id, result: answer(said) });
    this.heard.push(said);
    for (const waits of [...this.waiting]) waits();
  }

  /** The first received or future message that matches. It is returned once. */
  next(what, fits) {
    return new Promise((resolve, reject) => {
      const look = () => {
        const at = this.heard.findIndex(fits);
        if (at < 0) return;
        clearTimeout(timer);
        this.waiting.splice(this.waiting.indexOf(look), 1);
        resolve(this.heard.splice(at, 1)[0]);
      };
      const timer = setTimeout(
        () => reject(new Error(`Waited in vain for ${what}; heard ${JSON.stringify(this.heard)}`)),
        PATIENCE,
      );
      this.waiting.push(look);
      look();
    });
  }

  own(kind) {
    return this.next(kind, ({ own }) => own?.kind === kind);
  }

  send(message) {
    this.post(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  notify(method, params) {
    this.send({ method, params });
  }

  /** Sends a request and returns a promise of its result. */
  ask(method, params) {
    const id = ++this.count;
    this.send({ id, method, params });
    return this.next(method, (said) => said.id === id && !said.method).then(({ result, error }) => {
      if (error) throw new Error(error.message);
      return result;
    });
  }

  async initialize() {
    const told = await this.ask("initialize", {
      processId: null,
      rootUri: "file:///lib",
      capabilities: {
        textDocument: {
          hover: { contentFormat: ["markdown"] },
          publishDiagnostics: { codeDescriptionSupport: true },
        },
        window: { workDoneProgress: true },
      },
      initializationOptions: { pictures: true, theme: "light" },
    });
    this.notify("initialized", {});
    return told;
  }

  open(uri, languageId, text) {
    this.notify("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
  }

  /** The diagnostics of a version of a document. */
  async diagnostics(uri, version = 1) {
    const fits = ({ method, params }) =>
      method === "textDocument/publishDiagnostics" &&
      params.uri === uri &&
      params.version === version;
    return (await this.next(`diagnostics of ${uri}`, fits)).params.diagnostics;
  }

  progress(token, kind) {
    return this.next(
      `progress ${kind}`,
      ({ method, params }) =>
        method === "$/progress" && params.token === token && params.value.kind === kind,
    );
  }
}

function answer({ method, params }) {
  return method === "workspace/configuration" ? params.items.map(() => null) : null;
}
