// The language as a value of Node-API.
#define NAPI_VERSION 8
#include <node_api.h>

typedef struct TSLanguage TSLanguage;

const TSLanguage *tree_sitter_betza(void);

// The npm package `tree-sitter` accepts only values with this tag.
static const napi_type_tag LANGUAGE_TAG = {0x8AF2E5212AD58ABF, 0xD5006CAD83ABBA16};

NAPI_MODULE_INIT() {
  void *pointer = (void *)tree_sitter_betza();
  napi_value language;
  napi_status status = napi_create_external(env, pointer, NULL, NULL, &language);
  if (status == napi_ok) {
    status = napi_type_tag_object(env, language, &LANGUAGE_TAG);
  }
  if (status == napi_ok) {
    status = napi_set_named_property(env, exports, "language", language);
  }
  if (status != napi_ok) {
    napi_throw_error(env, NULL, "Node-API refused the language.");
  }
  return exports;
}
