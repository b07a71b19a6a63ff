// The language as a capsule of Python.
#include <Python.h>

typedef struct TSLanguage TSLanguage;

const TSLanguage *tree_sitter_betza(void);

static PyObject *language(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(arguments)) {
  return PyCapsule_New((void *)tree_sitter_betza(), "tree_sitter.Language", NULL);
}

static PyMethodDef FUNCTIONS[] = {
  {"language", language, METH_NOARGS, "The capsule from which tree_sitter.Language is made."},
  {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot SLOTS[] = {
#ifdef Py_GIL_DISABLED
  {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
  {0, NULL},
};

static struct PyModuleDef MODULE = {
  PyModuleDef_HEAD_INIT,
  .m_name = "_binding",
  .m_size = 0,
  .m_methods = FUNCTIONS,
  .m_slots = SLOTS,
};

PyMODINIT_FUNC PyInit__binding(void) {
  return PyModuleDef_Init(&MODULE);
}
