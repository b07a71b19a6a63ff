;; What an author sees whose Emacs has the documented configuration.  -*- lexical-binding: t -*-
;;
;; Opens the file named by $PIECES, lets the server that the configuration started do its work, then only looks at the
;; files of $OTHERS, a line each, and writes it to $SEEN as JSON. Every wait has an end.

(require 'eglot)
(require 'flymake)
(require 'imenu)
(require 'json)

(defvar wazir-patience 60)

(defun wazir-wait (done)
  "Wait until DONE returns non-nil, which is returned."
  (let ((end (+ (float-time) wazir-patience)) (result nil))
    (while (and (not (setq result (funcall done))) (< (float-time) end))
      (accept-process-output nil 0.05))
    result))

(defun wazir-findings ()
  "What Flymake shows in this buffer."
  (mapcar (lambda (one) `((text . ,(flymake-diagnostic-text one))
                          (at . ,(buffer-substring-no-properties (flymake-diagnostic-beg one) (flymake-diagnostic-end one)))))
          (flymake-diagnostics)))

(defun wazir-ask (method params)
  "The answer of the server to METHOD with PARAMS."
  (jsonrpc-request (eglot-current-server) method params :timeout wazir-patience))

(defun wazir-open (path)
  "What Flymake shows in the file at PATH."
  (find-file path)
  (run-hooks 'post-command-hook)        ; `eglot-ensure' connects after the command that opened the file
  (wazir-wait #'eglot-managed-p)
  (flymake-start)
  (wazir-wait #'wazir-findings))

(defun wazir-pass (path)
  "What an author sees in the file at PATH when it is opened."
  (let ((diagnostics (wazir-open path)))
    `((mode . ,(symbol-name major-mode)) (diagnostics . ,(vconcat diagnostics)))))

(defun wazir-look ()
  "Everything that an author would see."
  (let ((diagnostics (wazir-open (getenv "PIECES"))) (pieces (current-buffer)) hover completion symbols fixed others)
    (goto-char (+ (point-min) 8))
    (setq hover (wazir-ask :textDocument/hover (eglot--TextDocumentPositionParams)))
    (setq completion (wazir-ask :textDocument/completion (eglot--TextDocumentPositionParams)))
    (setq symbols (wazir-ask :textDocument/documentSymbol `(:textDocument ,(eglot--TextDocumentIdentifier))))
    (forward-line 1)
    (forward-char 10)
    (delete-char 1)
    (insert "N")
    (run-hooks 'post-command-hook)
    (eglot--signal-textDocument/didChange)
    (setq fixed (wazir-wait (lambda () (flymake-start) (null (wazir-findings)))))
    (eglot-format-buffer)
    (setq others (mapcar #'wazir-pass (split-string (getenv "OTHERS") "\n")))
    (set-buffer pieces)
    `((mode . ,(symbol-name major-mode))
      (diagnostics . ,(vconcat diagnostics))
      (hover . ,hover)
      (completion . ,completion)
      (symbols . ,symbols)
      (fixed . ,(if fixed t json-false))
      (others . ,(vconcat others))
      (formatted . ,(vconcat (split-string (buffer-substring-no-properties (point-min) (point-max)) "\n"))))))

(let ((seen (condition-case problem (wazir-look) (error `((problem . ,(format "%S" problem)))))))
  (with-temp-file (getenv "SEEN")
    (insert (json-encode seen)))
  (kill-emacs 0))
