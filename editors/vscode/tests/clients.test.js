// The program with real clients: the debug adapter test kit, and the editors that are installed. `cargo xtask vscode --test`.
'use strict';

const assert = require('node:assert');
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, describe, it } = require('node:test');
const { DebugClient } = require('@vscode/debugadapter-testsupport');

const MANCALA = process.env.MANCALA ?? 'mancala';
const EDITORS = path.join(__dirname, '../..');
const SOURCE = 'asect 0\nldi r0, 3\nagain: dec r0\nbne again\nldi r1, cell\nst r1, r0\nhalt\ncell: dc 1\nend\n';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cdm8-'));
const program = path.join(folder, 'p.asm');
fs.writeFileSync(program, SOURCE);
after(() => fs.rmSync(folder, { recursive: true }));

/** What has not come by then never comes, however busy the machine is. */
const PATIENCE = 120_000;

const runs = (command, ...args) => spawnSync(command, args, { timeout: PATIENCE }).status === 0;
const has = (command) => runs(command, '--version');
const emacsHas = (library) => runs('emacs', '--batch', '--eval', `(progn (package-initialize) (require '${library}))`);

describe('the debug adapter, with the test kit of VS Code', { timeout: PATIENCE }, () => {
  /** @type {DebugClient} */
  let client;
  before(async () => {
    client = new DebugClient(MANCALA, '', 'cdm8', undefined, true);
    // The kit starts Node programs only; ours is started beside it and attached to.
    const server = spawn(MANCALA, ['cdm8', 'dap', '--port', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
    const port = await new Promise((resolve, reject) => {
      server.once('error', reject);
      server.once('exit', () => reject(new Error('the debug adapter has ended')));
      server.stderr.once('data', (text) => resolve(/:(\d+)/.exec(text)[1]));
    });
    await client.start(Number(port));
    client.defaultTimeout = PATIENCE;
  });
  after(() => client.stop());

  it('runs to a breakpoint, steps, and steps back', async () => {
    await Promise.all([client.hitBreakpoint({ program, stopOnEntry: false }, { path: program, line: 4 })]);
    await Promise.all([client.nextRequest({ threadId: 1 }), client.assertStoppedLocation('step', { path: program, line: 3 })]);
    await Promise.all([
      client.customRequest('stepBack', { threadId: 1 }),
      client.assertStoppedLocation('step', { path: program, line: 4 }),
    ]);
    const { body } = await client.evaluateRequest({ expression: 'r0', context: 'watch' });
    assert.strictEqual(body.result, '0x02 2');
    await client.setBreakpointsRequest({ source: { path: program }, breakpoints: [] });
    await Promise.all([client.continueRequest({ threadId: 1 }), client.waitForEvent('stopped')]);
    const cell = await client.evaluateRequest({ expression: 'cell', context: 'watch' });
    assert.strictEqual(cell.body.result, '0x00 0');
  });
});

it('Neovim: diagnostics, hover, definition, the offered fix', { skip: !has('nvim') && 'no Neovim' }, () => {
  const wrong = path.join(folder, 'wrong.asm');
  fs.writeFileSync(wrong, SOURCE.replace('dec r0', 'decc r0'));
  const script = path.join(folder, 'try.lua');
  fs.writeFileSync(
    script,
    `local function wait(what, test) assert(vim.wait(60000, test, 50), what) end
     wait('a client', function() return #vim.lsp.buf_get_clients(0) > 0 end)
     wait('a diagnostic', function() return #vim.diagnostic.get(0) == 1 end)
     local found = vim.diagnostic.get(0)[1]
     assert(found.message:match('unknown instruction'), found.message)
     local function ask(method, line, character, more)
       local params = vim.tbl_extend('force', { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line, character = character } }, more or {})
       for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 60000)) do return answer.result end
     end
     assert(ask('textDocument/hover', 1, 1).contents.value:match('rd := imm'))
     assert(ask('textDocument/definition', 3, 5)[1].range.start.line == 2)
     local here = { line = 2, character = 8 }
     local action = ask('textDocument/codeAction', 2, 8, { range = { start = here, ['end'] = here }, context = { diagnostics = {} } })[1]
     vim.lsp.util.apply_workspace_edit(action.edit, 'utf-16')
     assert(vim.api.nvim_buf_get_lines(0, 2, 3, false)[1] == 'again: dec r0')
     wait('no diagnostic', function() return #vim.diagnostic.get(0) == 0 end)
     print('all is well')
     vim.cmd('qa!')`,
  );
  const done = spawnSync(
    'nvim',
    [
      '--headless',
      '-u',
      path.join(EDITORS, 'neovim.lua'),
      wrong,
      '-c',
      `lua local ok, e = pcall(dofile, '${script}') if not ok then print(e) vim.cmd('cq') end`,
    ],
    {
      env: { ...process.env, MANCALA, HOME: folder },
      encoding: 'utf8',
      timeout: PATIENCE,
      cwd: folder,
    },
  );
  assert.match(done.stdout + done.stderr, /all is well/);
});

const lspMode = has('emacs') && emacsHas('lsp-mode');

it('Emacs with lsp-mode: diagnostics and hover', { skip: !lspMode && 'no Emacs with lsp-mode' }, () => {
  const wrong = path.join(folder, 'emacs.asm');
  fs.writeFileSync(wrong, SOURCE.replace('dec r0', 'decc r0'));
  const script = path.join(folder, 'try.el');
  fs.writeFileSync(
    script,
    `(package-initialize)
     (load "${path.join(EDITORS, 'cdm8.el')}")
     (setq lsp-session-file "${path.join(folder, 'session')}" lsp-enable-snippet nil lsp-auto-guess-root t lsp-headerline-breadcrumb-enable nil lsp-modeline-code-actions-enable nil
           lsp-diagnostics-provider :none lsp-guess-root-without-session t)
     (lsp-workspace-folders-add "${folder}")
     (find-file "${wrong}")
     (lsp)
     (let ((end (+ (float-time) 60)))
       (while (and (< (float-time) end) (= 0 (hash-table-count (lsp-diagnostics))))
         (accept-process-output nil 0.1)))
     (maphash (lambda (file found) (princ (format "%s: %s\\n" file (gethash "message" (elt found 0) (lsp-get (elt found 0) :message))))) (lsp-diagnostics))
     (goto-char (point-min)) (forward-line 1)
     (princ (lsp-get (lsp-get (lsp-request "textDocument/hover" (lsp--text-document-position-params)) :contents) :value))
     (kill-emacs 0)`,
  );
  const done = spawnSync('emacs', ['--batch', '-l', script], {
    env: { ...process.env, MANCALA, HOME: folder },
    encoding: 'utf8',
    timeout: PATIENCE,
    cwd: folder,
  });
  assert.match(done.stdout, /rd := imm/, done.stderr);
  assert.match(done.stdout, /unknown instruction/, done.stderr);
});

const dapMode = lspMode && emacsHas('dap-mode');

it(
  'Emacs with dap-mode: a breakpoint, steps, a step back, a register set',
  { skip: !dapMode && 'no Emacs with dap-mode' },
  () => {
    const script = path.join(folder, 'debug.el');
    fs.writeFileSync(
      script,
      `(package-initialize)
     (load "${path.join(EDITORS, 'cdm8.el')}")
     (setq lsp-session-file "${path.join(folder, 'session-dap')}" dap-breakpoints-file "${path.join(folder, 'points')}"
           dap-auto-show-output nil lsp-enable-snippet nil lsp-diagnostics-provider :none)
     (remove-hook 'cdm8-mode-hook #'lsp)
     (defun try-wait (what test)
       (let ((end (+ (float-time) 60)))
         (while (and (< (float-time) end) (not (funcall test))) (accept-process-output nil 0.05))
         (unless (funcall test) (princ (format "no %s\n" what)) (kill-emacs 1))))
     (defun try-line ()
       (let ((frame (and (dap--cur-session) (dap--debug-session-active-frame (dap--cur-session)))))
         (and frame (gethash "line" frame))))
     (defun try-come-to (line) (try-wait (format "stop at line %d" line) (lambda () (equal (try-line) line))))
     (defun try-ask (method &rest args)
       (let (answer)
         (dap--send-message (dap--make-request method args) (lambda (found) (setq answer found)) (dap--cur-session))
         (try-wait method (lambda () answer))
         (gethash "body" answer)))
     (defun try-value (what) (gethash "result" (try-ask "evaluate" :expression what :context "watch")))
     (find-file "${program}")
     (goto-char (point-min)) (forward-line 3)
     (dap-breakpoint-add)
     (dap-debug (copy-tree (cdr (assoc "CdM-8" dap-debug-template-configurations))))
     (try-come-to 2)
     (call-interactively #'dap-continue)
     (try-come-to 4)
     (princ (format "r0 %s\n" (try-value "r0")))
     (cdm8-step-back)
     (try-come-to 3)
     (princ (format "before %s\n" (try-value "r0")))
     (try-ask "setVariable" :variablesReference 1 :name "r0" :value "1")
     (call-interactively #'dap-next)
     (try-come-to 4)
     (call-interactively #'dap-next)
     (try-come-to 5)
     (princ (format "after %s\n" (try-value "r0")))
     (cdm8-reverse-continue)
     (try-come-to 4)
     (call-interactively #'dap-disconnect)
     (princ "all is well\n")
     (kill-emacs 0)`,
    );
    const done = spawnSync('emacs', ['--batch', '-l', script], {
      env: { ...process.env, MANCALA, HOME: folder },
      encoding: 'utf8',
      timeout: PATIENCE,
      cwd: folder,
    });
    assert.match(done.stdout, /r0 0x02 2\nbefore 0x03 3\nafter 0x00 0\nall is well/, done.stdout + done.stderr);
  },
);
