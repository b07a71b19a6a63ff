/**
 * @file Betza's notation, in its three dialects
 * @license MIT
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const tokens = require("./tokens.json");

/** @param {string} name */
const pattern = (name) => new RegExp(tokens[name]);

module.exports = grammar({
  name: "betza",

  // A line that begins with a blank goes on with the definition above it; a name ends before the next `=` or `:`.
  externals: ($) => [$._end, $.name],

  extras: ($) => [/[ \t\r\n\f\v\u00a0\ufeff]/, $.comment],

  supertypes: ($) => [$._unit],

  rules: {
    source_file: ($) =>
      seq(repeat($._end), optional(seq($._item, repeat(seq(repeat1($._end), $._item)), repeat($._end)))),

    _item: ($) => choice($.directive, $.definition),

    directive: ($) => seq(field("key", $.key), optional(field("value", $.value))),
    key: (_) => /%[^\s#;]*/,
    value: (_) => /[^\s#;]([^#;\r\n]*[^\s#;])?/,

    definition: ($) =>
      choice(
        seq(field("name", $.name), choice("=", ":"), optional(field("moves", $.moves))),
        field("moves", $.moves),
      ),

    moves: ($) => repeat1($.chain),
    chain: ($) => seq($._unit, repeat(seq("-", $._unit))),
    _unit: ($) => choice($.leg, $.group, $.bracket),
    group: ($) => seq("(", $.moves, ")"),
    bracket: ($) => seq("[", $._unit, repeat(seq(choice("-", "?"), $._unit)), "]"),

    leg: ($) => seq(optional($._modifiers), $._leap, optional($.range)),
    _modifiers: ($) => repeat1(choice($.direction, $.mode, $.modifier, $.repetition)),
    repetition: ($) => seq("(", $._modifiers, ")"),
    direction: (_) => pattern("direction"),
    mode: (_) => pattern("mode"),
    modifier: (_) => pattern("modifier"),
    _leap: ($) => choice(seq($.atom, repeat($.suffix)), $.vector),
    atom: (_) => token(choice(pattern("atom"), pattern("double"))),
    suffix: (_) => pattern("suffix"),
    vector: (_) => pattern("vector"),
    range: (_) => pattern("range"),

    comment: (_) => pattern("comment"),
  },
});
