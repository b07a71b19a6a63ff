import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import typescript from "typescript-eslint";

/** What scripts may use that runs in Node, or is handed to a page. */
const GLOBALS = [
  "AbortController",
  "Blob",
  "Buffer",
  "Event",
  "KeyboardEvent",
  "MessageChannel",
  "MouseEvent",
  "PointerEvent",
  "TextDecoder",
  "TextEncoder",
  "URL",
  "URLSearchParams",
  "Worker",
  "clearInterval",
  "clearTimeout",
  "console",
  "document",
  "fetch",
  "getComputedStyle",
  "location",
  "navigator",
  "performance",
  "process",
  "requestAnimationFrame",
  "setInterval",
  "setTimeout",
  "structuredClone",
  "window",
];

export default defineConfig(
  { ignores: ["dist", "bundled", "node_modules"] },
  js.configs.recommended,
  { rules: { curly: ["error", "multi-line", "consistent"] } },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [typescript.configs.strictTypeChecked, typescript.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
    },
  },
  {
    files: ["**/*.mjs"],
    languageOptions: {
      globals: Object.fromEntries(GLOBALS.map((one) => [one, "readonly"])),
    },
  },
);
