"""What an editor can ask about a document: functions from a document and a place to plain values.

No notation is named here, and no protocol. The features are:

- `hover`: what stands at a place, in words and as a drawing
- `completion`: what may be written there
- `actions`: fixes of findings, all safe ones at once, and rewrites
- `formatting`: edits of blanks
- `names`: places of a name, words like the one at a place, renaming
- `symbols`: the outline of a document, and a search through many
- `structure`: folds, and what a selection grows to
- `tokens`: the colour of every word
- `inlay`: remarks in the text
- `explain`: the pages about codes
- `figures`: how many moves a piece has
- `gallery`: a page with the pictures of many pieces
- `json_lines`: exact moves for scripts
- `markup`: blocks of text and pictures as Markdown or plain text
"""
