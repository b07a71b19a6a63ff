#include "tree_sitter/parser.h"

#include <string.h>
#include <wctype.h>

// The name of a game, a colon, and the name of a piece, with `{` behind them, perhaps on a later line.
enum Token { GAME, COLON, TITLE };

static const unsigned LONGEST = 400;

void *tree_sitter_bensahas_external_scanner_create(void) { return NULL; }
void tree_sitter_bensahas_external_scanner_destroy(void *payload) {}
unsigned tree_sitter_bensahas_external_scanner_serialize(void *payload, char *buffer) { return 0; }
void tree_sitter_bensahas_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {}

static bool is_blank(int32_t sign) { return iswspace(sign) || sign == 0xfeff; }

static bool is_one_of(int32_t sign, const char *signs) { return sign > 0 && sign < 0x80 && strchr(signs, sign); }

static bool is_of_name(TSLexer *lexer) {
  int32_t sign = lexer->lookahead;
  return !lexer->eof(lexer) && !is_blank(sign) && !is_one_of(sign, ":{}!@=;,<>~[]()#/");
}

// Words in brackets are part of a name.
static bool scan_brackets(TSLexer *lexer) {
  do lexer->advance(lexer, false);
  while (is_of_name(lexer) || is_one_of(lexer->lookahead, " \t"));
  if (lexer->lookahead != ')') return false;
  lexer->advance(lexer, false);
  return true;
}

// Marks the end of the first part, and looks for the brace behind all parts.
static bool scan_header(TSLexer *lexer) {
  bool has_colon = lexer->lookahead == ':';
  lexer->result_symbol = has_colon ? COLON : TITLE;
  if (has_colon) {
    lexer->advance(lexer, false);
    lexer->mark_end(lexer);
  }
  while (lexer->get_column(lexer) < LONGEST) {
    while (is_one_of(lexer->lookahead, " \t")) lexer->advance(lexer, false);
    if (is_of_name(lexer)) {
      lexer->advance(lexer, false);
    } else if (lexer->lookahead == '(') {
      if (!scan_brackets(lexer)) return false;
    } else if (lexer->lookahead == '/') {
      lexer->advance(lexer, false);
      if (lexer->lookahead == '/') return false;
    } else if (lexer->lookahead == ':' && !has_colon) {
      has_colon = true;
      lexer->result_symbol = GAME;
      lexer->advance(lexer, false);
    } else {
      break;
    }
    if (!has_colon) lexer->mark_end(lexer);
  }
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, false);
  return lexer->lookahead == '{';
}

bool tree_sitter_bensahas_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  while (is_blank(lexer->lookahead)) lexer->advance(lexer, true);
  bool starts = lexer->lookahead == ':' ? valid[COLON] : is_of_name(lexer) && lexer->lookahead != '+';
  return starts && (valid[COLON] || valid[TITLE]) && scan_header(lexer);
}
