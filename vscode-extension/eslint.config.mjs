import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import typescript from "typescript-eslint";

/** What scripts may use that runs in Node, or is handed to a page. */
const GLOBALS = [
  ...["AbortController", "Buffer", "TextDecoder", "TextEncoder", "URL", "URLSearchParams", "clearInterval", "clearTimeout"],
  ...["console", "document", "fetch", "performance", "process", "setInterval", "setTimeout", "structuredClone", "window"],
];

export default defineConfig(
  { ignores: ["dist", "bundled", "node_modules"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [typescript.configs.strictTypeChecked, typescript.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
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
