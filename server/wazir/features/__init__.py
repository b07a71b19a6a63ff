"""What an editor can ask about a document: functions from a document and a place to plain values.

No notation is named here, and no protocol. The features are:

- `hover`: what stands at a place, in words and as a drawing
- `completion`: what may be written there
- `actions`: fixes of findings, all safe ones at once, and refactorings
- `formatting`: edits of blanks
- `names`: places of a name, words like the one at a place, renaming
- `symbols`: the outline of a document, and a search through many
- `structure`: folds, and what a selection grows to
- `tokens`: the colour of every word
- `inlay`: remarks in the text
- `explain`: the pages about codes
- `figures`: how many moves a piece has
- `gallery`: a page with the pictures of many pieces
- `game_page`: a page that steps through games
- `boards`: positions of games as pictures and as text
- `lenses`: how positions stand, above their records
- `evaluation`: what a search says of a position
- `views`: pieces and positions as one plays with them beside the text
- `conversion`: a text in another style or form
- `signatures`, `calls`, `links`: what a call is given, what is built from what, what leads elsewhere
- `json_lines`: exact moves for scripts
- `markup`: blocks of text and pictures as Markdown or plain text
"""
