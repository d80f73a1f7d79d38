;;; cdm8.el --- CdM-8 assembly with lsp-mode, and dap-mode if it is there  -*- lexical-binding: t -*-

;; M-x dap-debug starts the program of the buffer; M-x cdm8-step-back and cdm8-reverse-continue go back in time;
;; M-x cdm8-console takes the commands of the debugger, such as `press 3' or `set r0 = 5'.

(require 'lsp-mode)

(defvar cdm8-program (or (getenv "MANCALA") "mancala") "The program mancala.")

(define-derived-mode cdm8-mode prog-mode "CdM-8"
  (setq-local comment-start "# "))
(add-to-list 'auto-mode-alist '("\\.\\(asm\\|mlb\\|chip\\)\\'" . cdm8-mode))

(add-to-list 'lsp-language-id-configuration '(cdm8-mode . "cdm8"))
(lsp-register-client
 (make-lsp-client :new-connection (lsp-stdio-connection (lambda () (list cdm8-program "cdm8" "lsp")))
                  :activation-fn (lsp-activate-on "cdm8")
                  :server-id 'mancala))

(when (require 'dap-mode nil t)
  (dap-register-debug-provider
   "cdm8" (lambda (conf) (plist-put conf :dap-server-path (list cdm8-program "cdm8" "dap"))))
  (dap-register-debug-template
   "CdM-8" '(:type "cdm8" :request "launch" :name "CdM-8" :program "${file}"))
  (dap-register-debug-template
   "CdM-8 console" '(:type "cdm8" :request "launch" :name "CdM-8 console" :console "2023"))

  (defun cdm8-step-back ()
    "Go back to the line that ran before."
    (interactive)
    (dap--step "stepBack" (dap--cur-session-or-die)))

  (defun cdm8-reverse-continue ()
    "Run backwards to a breakpoint, or to the start."
    (interactive)
    (dap--step "reverseContinue" (dap--cur-session-or-die)))

  (defun cdm8-console (command)
    "Give COMMAND to the debugger and show its answer."
    (interactive "sDebugger: ")
    (dap--send-message
     (dap--make-request "evaluate" (list :expression command :context "repl"))
     (lambda (answer)
       (message "%s" (or (-some->> answer (gethash "body") (gethash "result")) (gethash "message" answer))))
     (dap--cur-session-or-die))))

(provide 'cdm8)
;;; cdm8.el ends here
