//! GRAMMAR_TITLE for Tree-sitter.
//!
//! ```
//! let mut parser = tree_sitter::Parser::new();
//! parser
//!     .set_language(&tree_sitter_GRAMMAR_NAME::LANGUAGE.into())
//!     .expect("this version of Tree-sitter reads the grammar");
//! let tree = parser.parse("", None).expect("a tree");
//! assert_eq!(tree.root_node().kind(), "source_file");
//! ```

use tree_sitter_language::LanguageFn;

extern "C" {
    fn tree_sitter_GRAMMAR_NAME() -> *const ();
}

/// The language of the grammar.
// SAFETY: the function returns a pointer to the language, which is constant.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_GRAMMAR_NAME) };

/// The types of nodes, as JSON.
pub const NODE_TYPES: &str = include_str!("../../src/node-types.json");

/// The query of colours.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");

/// The query of embedded languages.
pub const INJECTIONS_QUERY: &str = include_str!("../../queries/injections.scm");

/// The query of names and their scopes.
pub const LOCALS_QUERY: &str = include_str!("../../queries/locals.scm");

/// The query of parts that can be folded.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");
