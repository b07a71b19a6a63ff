(comment) @comment

(directive key: (key) @keyword.directive)
(directive value: (value) @constant)

(definition name: (name) @function)
(direction) @property
(mode) @keyword
(modifier) @attribute
[(atom) (suffix) (vector)] @type
(range) @number
["=" ":" "-" "?" "(" ")" "[" "]"] @operator
