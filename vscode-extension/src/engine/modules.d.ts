/** The script of the package fairy-stockfish-nnue.wasm. */
declare module "*/stockfish.js" {
  const load: (settings?: object) => Promise<unknown>;
  export default load;
}
