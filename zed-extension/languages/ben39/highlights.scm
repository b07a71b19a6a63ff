(comment) @comment

["position" "key"] @keyword
(name) @function
[(word) (expectation)] @constant
[(number) (result)] @number
(action) @type

(rank) @number
(files) @property
(white) @variable
(black) @variable.parameter
[(movable) (movable_place)] @type.builtin
