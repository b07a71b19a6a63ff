#include "tree_sitter/parser.h"

#include <wctype.h>

// The end of a definition, before a line that begins with no blank; and a name, up to the blanks before `=` or `:`.
enum Token { END, NAME };

void *tree_sitter_betza_external_scanner_create(void) { return NULL; }
void tree_sitter_betza_external_scanner_destroy(void *payload) {}
unsigned tree_sitter_betza_external_scanner_serialize(void *payload, char *buffer) { return 0; }
void tree_sitter_betza_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {}

static bool is_line_end(int32_t sign) { return sign == '\n' || sign == '\r'; }

static bool is_blank(int32_t sign) { return iswspace(sign) || sign == 0xa0 || sign == 0xfeff; }

static bool is_comment(int32_t sign) { return sign == '#' || sign == ';'; }

static bool is_of_name(TSLexer *lexer) {
  int32_t sign = lexer->lookahead;
  return !lexer->eof(lexer) && !is_blank(sign) && !is_comment(sign) && sign != '=' && sign != ':';
}

static bool scan_name(TSLexer *lexer) {
  if (lexer->lookahead == '%') return false;
  while (is_of_name(lexer)) {
    while (is_of_name(lexer)) lexer->advance(lexer, false);
    lexer->mark_end(lexer);
    while (is_blank(lexer->lookahead) && !is_line_end(lexer->lookahead)) lexer->advance(lexer, false);
  }
  lexer->result_symbol = NAME;
  return lexer->lookahead == '=' || lexer->lookahead == ':';
}

bool tree_sitter_betza_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  while (is_blank(lexer->lookahead)) {
    bool ends = is_line_end(lexer->lookahead);
    lexer->advance(lexer, true);
    if (ends && valid[END] && !is_blank(lexer->lookahead) && !is_comment(lexer->lookahead) && !lexer->eof(lexer)) {
      lexer->result_symbol = END;
      return true;
    }
  }
  return valid[NAME] && is_of_name(lexer) && scan_name(lexer);
}
