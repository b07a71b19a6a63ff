;;; wazir.el --- Major modes for notations of chess variants -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Wazir authors

;; Author: The Wazir authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "26.1"))
;; Keywords: languages, games
;; URL: https://example.org/wazir
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Major modes for the files that the language server Wazir reads: Betza
;; notation, Lispy Chess Piece Notation, Bensahas, Ben39, the variants of
;; Fairy-Stockfish, the engine lines of XBoard, and Interactive Diagrams.
;;
;; Eglot and lsp-mode start the server, `wazir lsp', in buffers of these
;; modes.  Add `eglot-ensure' or `lsp-deferred' to `wazir-mode-hook':
;;
;;   (add-hook 'wazir-mode-hook #'eglot-ensure)

;;; Code:

(defgroup wazir nil
  "Notations of chess variants."
  :group 'languages
  :prefix "wazir-")

(defcustom wazir-command '("wazir" "lsp")
  "The program of the server and its arguments."
  :type '(repeat string))

;;;###autoload
(define-derived-mode wazir-mode prog-mode "Wazir"
  "Major mode that all notations of Wazir have in common.")

(defun wazir--comments (start end)
  "Let comments begin with START and end with END."
  (setq-local comment-start start)
  (setq-local comment-end end))

;;;###autoload
(define-derived-mode wazir-betza-mode wazir-mode "Betza"
  "Major mode for Betza's notation."
  (wazir--comments "# " ""))

;;;###autoload
(define-derived-mode wazir-lcpn-mode wazir-mode "LCPN"
  "Major mode for Lispy Chess Piece Notation."
  (wazir--comments "; " ""))

;;;###autoload
(define-derived-mode wazir-bensahas-mode wazir-mode "Bensahas"
  "Major mode for Bensahas notation."
  (wazir--comments "# " ""))

;;;###autoload
(define-derived-mode wazir-ben39-mode wazir-mode "Ben39"
  "Major mode for positions and games of Ben39."
  (wazir--comments "; " ""))

;;;###autoload
(define-derived-mode wazir-fairy-variants-mode wazir-mode "Fairy variants"
  "Major mode for variants of Fairy-Stockfish."
  (wazir--comments "# " ""))

;;;###autoload
(define-derived-mode wazir-xboard-mode wazir-mode "XBoard"
  "Major mode for engine lines of XBoard."
  (wazir--comments "# " ""))

;;;###autoload
(define-derived-mode wazir-interactive-diagram-mode wazir-mode "Interactive Diagram"
  "Major mode for pages with an Interactive Diagram."
  (wazir--comments "<!-- " " -->"))

;;;###autoload
(progn
  (add-to-list 'auto-mode-alist '("\\.betza\\'" . wazir-betza-mode))
  (add-to-list 'auto-mode-alist '("\\.lcpn\\'" . wazir-lcpn-mode))
  (add-to-list 'auto-mode-alist '("\\.bensahas\\'" . wazir-bensahas-mode))
  (add-to-list 'auto-mode-alist '("\\.ben39\\'" . wazir-ben39-mode))
  (add-to-list 'auto-mode-alist '("variants\\.ini\\'" . wazir-fairy-variants-mode))
  (add-to-list 'auto-mode-alist '("xboard\\.debug\\'" . wazir-xboard-mode))
  (add-to-list 'auto-mode-alist
               '("idiagram\\.html\\'" . wazir-interactive-diagram-mode)))

(defconst wazir--languages
  '((wazir-betza-mode . "betza")
    (wazir-lcpn-mode . "lcpn")
    (wazir-bensahas-mode . "bensahas")
    (wazir-ben39-mode . "ben39")
    (wazir-fairy-variants-mode . "fairy-variants")
    (wazir-xboard-mode . "xboard")
    (wazir-interactive-diagram-mode . "interactive-diagram"))
  "The modes with the names of their languages in the protocol.")

(dolist (language wazir--languages)
  (put (car language) 'eglot-language-id (cdr language)))

(defvar eglot-server-programs)

(defun wazir--server (&rest _)
  "Return the command of the server."
  wazir-command)

(with-eval-after-load 'eglot
  ;; An entry for each mode: older Eglots tell a server only one language.
  (dolist (language wazir--languages)
    (add-to-list 'eglot-server-programs (cons (car language) #'wazir--server))))

(defvar lsp-language-id-configuration)
(declare-function lsp-register-client "ext:lsp-mode" (client))
(declare-function make-lsp-client "ext:lsp-mode" (&rest arguments))
(declare-function lsp-stdio-connection "ext:lsp-mode" (command &optional test))

(with-eval-after-load 'lsp-mode
  (dolist (language wazir--languages)
    (add-to-list 'lsp-language-id-configuration language))
  (lsp-register-client
   (make-lsp-client
    :new-connection (lsp-stdio-connection #'wazir--server)
    :major-modes (mapcar #'car wazir--languages)
    :server-id 'wazir)))

(provide 'wazir)
;;; wazir.el ends here
