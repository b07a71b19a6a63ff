;; Asks for a check by the engine in the file named by $FILE, and writes what the server showed.  -*- lexical-binding: t -*-
;;
;; The messages and the configuration that Eglot has for the folder are written to $SEEN. Every wait has an end.

(require 'eglot)
(require 'json)

(defvar wazir-patience 60)
(defvar wazir-messages nil)

(defun wazir-wait (done)
  "Wait until DONE returns non-nil, which is returned."
  (let ((end (+ (float-time) wazir-patience)) (result nil))
    (while (and (not (setq result (funcall done))) (< (float-time) end))
      (accept-process-output nil 0.05))
    result))

(cl-defmethod eglot-handle-notification :before (_server (_method (eql window/showMessage)) &key message &allow-other-keys)
  (push message wazir-messages))

(find-file (getenv "FILE"))
(run-hooks 'post-command-hook)          ; `eglot-ensure' connects after the command that opened the file
(wazir-wait #'eglot-managed-p)
(wazir-wait (lambda () wazir-messages)) ; the server has read the configuration
(let ((uri (plist-get (eglot--TextDocumentIdentifier) :uri)))
  (ignore-errors
    (jsonrpc-request (eglot-current-server) :workspace/executeCommand
                     `(:command "wazir.checkWithEngine" :arguments ,(vector uri)) :timeout wazir-patience)))
(let ((configuration (format "%S" eglot-workspace-configuration)))
  (with-temp-file (getenv "SEEN")
    (insert (json-encode `((messages . ,(vconcat wazir-messages)) (configuration . ,configuration))))))
(set-buffer-modified-p nil)
(kill-emacs 0)
