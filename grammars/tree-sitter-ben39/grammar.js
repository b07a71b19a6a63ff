/**
 * @file Positions and games of Ben39
 * @license MIT
 */

/// <reference types="tree-sitter-cli/dsl" />
// @ts-check

const tokens = require("./tokens.json");

/** @param {string} name */
const pattern = (name) => new RegExp(tokens[name]);

/**
 * An entry of a record: its key wins over all that its first letters could be elsewhere.
 * @param {string} name
 * @param {RuleOrLiteral} value
 */
const entry = (name, value) => seq(alias(token(prec(2, pattern(name))), "key"), value);

module.exports = grammar({
  name: "ben39",

  extras: ($) => [pattern("blank"), $.comment],

  supertypes: ($) => [$._entry],

  rules: {
    source_file: ($) => seq(repeat($._entry), repeat($.record)),

    record: ($) => prec.right(seq(token(prec(2, "position")), optional(field("name", $.name)), repeat($._entry))),
    name: (_) => pattern("name"),

    _entry: ($) =>
      choice(
        $.turn,
        $.white_hand,
        $.black_hand,
        $.white_reserve,
        $.black_reserve,
        $.castles,
        $.rules,
        $.board,
        $.fen,
        $.moves,
        $.expect,
      ),
    turn: ($) => entry("turn", repeat($.word)),
    white_hand: ($) => entry("white_hand", repeat(alias($._sign, $.white))),
    black_hand: ($) => entry("black_hand", repeat(alias($._sign, $.black))),
    white_reserve: ($) => entry("white_reserve", repeat(alias($._sign, $.white))),
    black_reserve: ($) => entry("black_reserve", repeat(alias($._sign, $.black))),
    castles: ($) => entry("castles", repeat($.word)),
    rules: ($) => entry("rules", repeat($.word)),
    board: ($) => entry("board", repeat($._drawn)),
    fen: ($) => entry("fen", optional($._form)),
    moves: ($) => entry("moves", repeat(choice($.number, $.result, $.action))),
    expect: ($) => entry("expect", optional(seq($.expectation, repeat(seq(",", $.expectation))))),

    word: (_) => pattern("word"),
    _sign: (_) => pattern("white"),
    number: (_) => token(prec(1, choice(pattern("number"), pattern("number_without_dot")))),
    result: (_) => token(prec(1, pattern("result"))),
    action: (_) => pattern("action"),
    expectation: (_) => pattern("expected"),

    // Which place is which is told by columns, and not here. A black piece on a line is its asterisk and its letter.
    _drawn: ($) => choice($.rank, $.files, $.square, alias(/\p{L}/, $.white), alias(/\*\p{L}/, $.black), "+", /-+/),
    rank: (_) => /[0-9]+/,
    files: (_) => /[a-z]([ \t]+[a-z])+/,
    square: ($) =>
      prec.right(
        seq(
          "|",
          optional(
            choice(
              ":::",
              $.movable,
              alias(/\p{L}/, $.white),
              seq(":", alias(/\p{L}/, $.white), ":"),
              seq("#", alias(/\p{L}/, $.white), "#"),
              seq(token.immediate(prec(1, "*")), alias(/\p{L}/, $.black), "*"),
            ),
          ),
        ),
      ),
    movable: (_) => "###",

    // In one line: squares, lines, movable squares, the side to move, hands, reserves.
    _form: ($) => seq(field("squares", $.pieces), field("lines", $.pieces), $.places, $.side, repeat($.pieces)),
    pieces: ($) => seq(choice($.white, $.black, $._empty), repeat($._piece)),
    white: (_) => pattern("white_pieces"),
    black: (_) => pattern("black_pieces"),
    _empty: (_) => /[0-9\/-]+/,
    _piece: ($) =>
      choice(
        alias(token.immediate(prec(1, pattern("white_pieces"))), $.white),
        alias(token.immediate(prec(1, pattern("black_pieces"))), $.black),
        token.immediate(prec(1, /[0-9\/-]+/)),
      ),
    places: ($) => choice("-", seq($.movable_place, repeat(seq(token.immediate(","), $.movable_place)))),
    movable_place: (_) => /[a-z][0-9]+/,
    side: ($) => choice(alias("w", $.white), alias("b", $.black)),

    comment: (_) => pattern("comment"),
  },
});
