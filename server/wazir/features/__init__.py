"""Features of editors: functions from a document and an offset to plain values.

No notation is named here, and no protocol. The modules are:

- `hover`, `completion`: what a part of the text means, what can be written there, and signature help
- `actions`, `formatting`, `conversion`: fixes and refactorings, layout, other dialects and notations
- `names`, `renaming`, `symbols`, `definitions`: definitions and uses of names, outline, call hierarchy
- `structure`, `tokens`: folds, selection ranges, semantic tokens, inlay hints
- `diagnostics`: diagnostics as plain data, and the pages of their codes
- `subject`: a piece or a position to show, as a picture, as text and in a sentence
- `gallery`, `sheet`, `fence`, `page_head`, `markup`: pages, pictures and blocks of text
- `figures`, `known`, `readings`: numbers of moves, names of pieces, readings by dialects and programs
- `requests`, `questions`: answers to scripts
- `views`: a piece to play with beside the text
- `game`: boards, pages, lenses, evaluation, and a position to play with
"""
