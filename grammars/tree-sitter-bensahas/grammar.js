/**
 * @file Bensahas notation
 * @license MIT
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const tokens = require("./tokens.json");

/** @param {string} name */
const pattern = (name) => new RegExp(tokens[name]);

module.exports = grammar({
  name: "bensahas",

  // The parts of a header, which are known by the `{` after it.
  externals: ($) => [$.game, $._colon, $._title],

  extras: ($) => [pattern("blank"), $.comment],

  supertypes: ($) => [$._word, $._value],

  rules: {
    source_file: ($) => repeat(choice($.piece, $._statement)),

    // A bracket that is not closed ends before the next header, or with the text.
    piece: ($) => prec.right(seq($.header, "{", repeat($._statement), optional("}"))),

    header: ($) => choice(seq(optional($.game), alias($._colon, ":"), optional($._named)), $._named),
    _named: ($) => field("name", alias($._title, $.title)),

    _statement: ($) => choice($.term, $.more, $.flip, "!"),
    term: ($) => prec.right(choice(seq($.path, optional($.arguments)), $.arguments)),
    more: ($) => seq("+", repeat1(choice($._value, ",", ";", ":")), ")"),
    flip: ($) => seq(alias("flip", $.action), $.arguments),

    path: ($) => prec.right(seq($._word, repeat(seq("/", $._word)))),
    arguments: ($) => prec.right(seq("(", repeat(choice($._value, ",", ";", ":", "!", "~")), optional(")"))),

    _value: ($) => choice($.number, $.turn, $.parameter, $.setting, $.owned, $.square, $.term),
    setting: ($) => prec.right(seq(field("key", choice($.parameter, $.key)), "=", optional($._value))),
    owned: ($) => prec.right(1, seq($._word, "<", optional($._word))),
    square: ($) => seq("[", repeat(choice($._value, ",", ";", ":")), "]"),

    _word: ($) => choice($.mode, $.action, $.operator, $.any, $.value, $.name),
    mode: (_) => pattern("mode"),
    action: (_) => pattern("action"),
    operator: (_) => pattern("operator"),
    any: (_) => pattern("any"),
    value: (_) => pattern("value"),
    key: (_) => pattern("key"),
    name: (_) => pattern("name"),

    number: (_) => pattern("number"),
    turn: (_) => pattern("turn"),
    parameter: (_) => pattern("parameter"),
    comment: (_) => pattern("comment"),
  },
});
