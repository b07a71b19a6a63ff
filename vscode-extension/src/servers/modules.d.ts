declare module "pyodide/pyodide.asm.mjs" {
  const create: (settings: unknown) => Promise<unknown>;
  export default create;
}

declare module "pyodide/pyodide-lock.json" {
  export const info: object;
}
