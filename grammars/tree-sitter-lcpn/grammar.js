/**
 * @file Lispy Chess Piece Notation, in its four styles
 * @license MIT
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const tokens = require("./tokens.json");

/** @param {string} name */
const pattern = (name) => new RegExp(tokens[name]);

/** @param {string} name */
const anyCase = (name) => new RegExp(tokens[name], "i");

/** @param {RuleOrLiteral} one */
const listed = (one) => optional(seq(one, repeat(seq(",", one))));

module.exports = grammar({
  name: "lcpn",

  extras: ($) => [pattern("blank"), $.comment],

  supertypes: ($) => [$._form, $._primary, $._restriction],

  inline: ($) => [$._name, $._callee, $._close],

  // A bracket is a list of the Lisp styles, or has operators between its parts as in the other styles.
  conflicts: ($) => [
    [$.if],
    [$.gerund],
    [$.call, $.gerund],
    [$._form, $.array],
    [$._form, $.gerund],
    [$._form, $._primary],
    [$._form, $.call],
    [$._form, $._operand],
    [$.list, $.group],
    [$._primary, $.gerund],
    [$._primary, $.call],
    [$._operand],
  ],

  rules: {
    source_file: ($) => repeat(choice($.definition, $.list, $._expression)),

    definition: ($) =>
      choice(
        seq(choice("(", "[", "{"), alias($._def, "def"), field("name", $._name), repeat($._form), $._close),
        prec.right(seq(field("name", alias($._name, $.title)), choice(":=", "IS"), optional($._expression))),
      ),
    _def: (_) => /def/i,

    // The Lisp styles: lists within lists. Whether brackets match is told by the server.
    list: ($) => seq(choice("(", "[", "{"), optional(alias($._cond, "cond")), repeat($._form), $._close),
    _cond: (_) => /cond/i,
    _close: (_) => choice(")", "]", "}"),
    _form: ($) =>
      choice(
        $.list,
        $._name,
        $.number,
        $.string,
        $.property,
        $._restriction,
        $.operator,
        alias($._not, $.operator),
        alias($._else, "else"),
      ),

    // The styles with operators. How tight they bind is told by the server.
    _expression: ($) => prec.right(seq($._operand, repeat($._linked))),
    _linked: ($) => prec.dynamic(1, seq($._binary, $._operand)),
    _binary: ($) => choice($.operator, alias(choice("THEN", "AND_THEN"), $.operator)),
    _operand: ($) =>
      choice(repeat1($.property), seq(repeat(choice($.property, alias($._not, $.operator))), $._primary, repeat($._restriction))),
    _primary: ($) => choice($._name, $.string, $.number, $.array, $.group, $.call, $.gerund, $.if),

    array: ($) => seq("[", $.number, repeat(seq(",", $.number)), "]"),
    group: ($) => seq("(", listed($._expression), ")"),
    call: ($) =>
      prec.dynamic(
        1,
        choice(
          seq($._callee, $.group),
          seq(alias($._verb, $.name), alias($._arguments, $.group)),
        ),
      ),
    _callee: ($) => choice($.name, $.mode, $.string, $.group, $.call),
    _arguments: ($) => seq(token.immediate("("), listed($._expression), ")"),
    gerund: ($) => prec.dynamic(1, seq(alias($._verb, $.verb), choice($._name, $.string, $.array, $.group, $.call, $.gerund))),

    if: ($) =>
      seq(
        alias($._if, "if"),
        $._expression,
        choice(seq($.block, repeat($._else_block)), seq(repeat($._else_clause), "END")),
      ),
    block: ($) => seq("{", optional($._expression), "}"),
    _else_block: ($) => seq(alias($._else, "else"), optional(seq(alias($._if, "if"), $._expression)), $.block),
    _else_clause: ($) => prec(1, seq(alias($._else, "else"), optional(alias($._if, "if")), $._expression)),
    _if: (_) => /if/i,
    _else: (_) => /else/i,
    _not: (_) => /not/i,

    operator: (_) => choice(pattern("operator"), /and|or/i),

    _restriction: ($) => choice($.range, $.direction, $.label),
    range: (_) => anyCase("range"),
    direction: (_) => anyCase("direction"),
    label: (_) => pattern("label"),
    property: (_) => pattern("property"),

    _name: ($) => choice($.mode, $.name, alias($._verb, $.name)),
    mode: (_) => anyCase("mode"),
    _verb: (_) => pattern("verb"),
    name: (_) => pattern("name"),

    number: (_) => pattern("number"),
    string: (_) => pattern("string"),
    comment: (_) => pattern("comment"),
  },
});
