const { readFileSync } = require("node:fs");
const { join } = require("node:path");

const root = join(__dirname, "..", "..");
const binding = require(join(root, "build", "Release", "tree_sitter_betza_binding.node"));

function query(name) {
  return readFileSync(join(root, "queries", `${name}.scm`), "utf8");
}

module.exports = {
  name: "betza",
  language: binding.language,
  nodeTypeInfo: require("../../src/node-types.json"),
  HIGHLIGHTS_QUERY: query("highlights"),
  INJECTIONS_QUERY: query("injections"),
  LOCALS_QUERY: query("locals"),
  FOLDS_QUERY: query("folds"),
};
