(comment) @comment

(header) @function
(mode) @keyword
(action) @type
[(number) (any)] @number
(turn) @property
[(parameter) (key)] @attribute
[(name) (value)] @constant
[(operator) "!" "+" "~" "/" "<"] @operator
