(comment) @comment
(string) @string

["def" "cond" "if" "else" "END" ":=" "IS"] @keyword.directive
(operator) @operator
[(mode) (verb)] @keyword
[(number) (range)] @number
(direction) @property
(label) @constant
(property) @attribute
(name) @type
(title) @function
