/** Bensaħas notation, for `setLanguage` of the package `tree-sitter`. */
declare const grammar: {
  name: string;
  /** The language, which only the package `tree-sitter` can read. */
  language: unknown;
  /** The types of nodes. */
  nodeTypeInfo: object[];
  /** The query of colours. */
  HIGHLIGHTS_QUERY: string;
  /** The query of embedded languages. */
  INJECTIONS_QUERY: string;
  /** The query of names and their scopes. */
  LOCALS_QUERY: string;
  /** The query of parts that can be folded. */
  FOLDS_QUERY: string;
};

export = grammar;
