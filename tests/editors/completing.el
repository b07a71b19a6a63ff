;; Completes at the end of a line of the file named by $FILE, and writes what the buffer holds then.  -*- lexical-binding: t -*-
;;
;; The line is the one that ends with $BEFORE; the text is written to $SEEN. Every wait has an end.

(require 'eglot)

(defvar wazir-patience 60)

(defun wazir-wait (done)
  "Wait until DONE returns non-nil, which is returned."
  (let ((end (+ (float-time) wazir-patience)) (result nil))
    (while (and (not (setq result (funcall done))) (< (float-time) end))
      (accept-process-output nil 0.05))
    result))

(find-file (getenv "FILE"))
(run-hooks 'post-command-hook)          ; `eglot-ensure' connects after the command that opened the file
(wazir-wait #'eglot-managed-p)
(goto-char (point-min))
(search-forward (getenv "BEFORE"))
(dolist (key (append (getenv "TYPED") nil))
  (insert key)
  (run-hooks 'post-command-hook)
  (sleep-for 0.1))
(eglot--signal-textDocument/didChange)
(let ((completion-cycle-threshold t))
  (completion-at-point))
(write-region (point-min) (point-max) (getenv "SEEN"))
(set-buffer-modified-p nil)
(kill-emacs 0)
