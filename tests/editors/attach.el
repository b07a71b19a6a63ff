;; Opens the file named by $PIECES, lets the server that the configuration started do its work, and writes what an
;; author would see to $SEEN as JSON. Every wait has an end.  -*- lexical-binding: t -*-

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

(defun wazir-look ()
  "Everything that an author would see."
  (find-file (getenv "PIECES"))
  (run-hooks 'post-command-hook)        ; `eglot-ensure' connects after the command that opened the file
  (wazir-wait #'eglot-managed-p)
  (flymake-start)
  (let ((diagnostics (wazir-wait #'wazir-findings)) hover completion symbols mended)
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
    (setq mended (wazir-wait (lambda () (flymake-start) (null (wazir-findings)))))
    (eglot-format-buffer)
    `((mode . ,(symbol-name major-mode))
      (diagnostics . ,(vconcat diagnostics))
      (hover . ,hover)
      (completion . ,completion)
      (symbols . ,symbols)
      (mended . ,(if mended t json-false))
      (formatted . ,(vconcat (split-string (buffer-substring-no-properties (point-min) (point-max)) "\n"))))))

(let ((seen (condition-case problem (wazir-look) (error `((problem . ,(format "%S" problem)))))))
  (with-temp-file (getenv "SEEN")
    (insert (json-encode seen)))
  (kill-emacs 0))
