// CdM-8 assembly in Visual Studio Code: starts `mancala` as language server and debug adapter, and shows what only a console has.

import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { Panel } from './panel';
import { tasks } from './tasks';
import { openWorkbench, stopWorkbench } from './workbench';

let client: LanguageClient | undefined;

/** The program, as the settings name it. */
export function program(): string {
  return vscode.workspace.getConfiguration('mancala').get('path', 'mancala');
}

/** Whether it can be started; if not, a message says how to get it. */
function present(): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program(), ['--version'], { timeout: 10_000 }, (error) => {
      resolve(!error);
      if (error) void missing();
    });
  });
}

async function missing() {
  const settings = 'Set its path';
  const choice = await vscode.window.showErrorMessage(
    `'${program()}' cannot be started. Install mancala (its README says how) and put it on the path, or set mancala.path.`,
    settings,
  );
  if (choice === settings) await vscode.commands.executeCommand('workbench.action.openSettings', 'mancala.path');
}

function settings() {
  const { variant, memory, dialect, silence, console, programs, hints } = vscode.workspace.getConfiguration('mancala');
  return {
    variant,
    memory,
    dialect: dialect === 'both' ? null : dialect,
    silence,
    console: console === 'none' ? null : console,
    programs,
    hints,
  };
}

async function startClient() {
  await client?.stop();
  client = undefined;
  if (!(await present())) return;
  const run = { command: program(), args: ['cdm8', 'lsp'] };
  client = new LanguageClient(
    'cdm8',
    'CdM-8',
    { run, debug: run },
    {
      documentSelector: [{ language: 'cdm8' }, { language: 'cdm8-chip' }],
      initializationOptions: settings(),
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.{asm,mlb,chip}') },
    },
  );
  await client.start();
}

/** What the macro under the cursor becomes, in an editor beside it. */
async function expandMacro() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !client) return;
  const position = editor.selection.active;
  const answer: { text: string | null } = await client.sendRequest('mancala/expandMacro', {
    textDocument: { uri: editor.document.uri.toString() },
    position: { line: position.line, character: position.character },
  });
  if (!answer.text) return void vscode.window.showInformationMessage('No macro is used on this line.');
  const document = await vscode.workspace.openTextDocument({ language: 'cdm8', content: answer.text });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true, preserveFocus: true });
}

/** The files that are linked with one, itself included. */
async function programOf(uri: string): Promise<string[]> {
  const answer: { files: string[] } | undefined = await client?.sendRequest('mancala/program', { textDocument: { uri } });
  return answer?.files ?? [];
}

class Configurations implements vscode.DebugConfigurationProvider {
  async resolveDebugConfiguration(_: unknown, configuration: vscode.DebugConfiguration) {
    const { document } = vscode.window.activeTextEditor ?? {};
    // F5 without a launch.json.
    if (!configuration.type && document?.languageId === 'cdm8')
      Object.assign(configuration, { type: 'cdm8', request: 'launch', name: 'Debug this program', program: '${file}' });
    if (!configuration.program && !configuration.console && !configuration.circuit && configuration.request === 'launch')
      configuration.program = '${file}';
    return (await present()) ? configuration : undefined;
  }
}

class Adapters implements vscode.DebugAdapterDescriptorFactory {
  createDebugAdapterDescriptor({ configuration }: vscode.DebugSession) {
    if (configuration.request === 'attach') return new vscode.DebugAdapterServer(configuration.port);
    return new vscode.DebugAdapterExecutable(program(), ['cdm8', 'dap']);
  }
}

export async function activate(context: vscode.ExtensionContext) {
  const panel = new Panel();
  const command = (name: string, run: () => unknown) => vscode.commands.registerCommand(`cdm8.${name}`, run);
  context.subscriptions.push(
    command('restart', startClient),
    command('expandMacro', expandMacro),
    command('showPanel', () => panel.show()),
    command('openWorkbench', () => openWorkbench(program(), programOf)),
    vscode.debug.registerDebugConfigurationProvider('cdm8', new Configurations()),
    vscode.debug.registerDebugAdapterDescriptorFactory('cdm8', new Adapters()),
    vscode.debug.registerDebugAdapterTrackerFactory('cdm8', { createDebugAdapterTracker: (session) => panel.follow(session) }),
    vscode.tasks.registerTaskProvider('cdm8', tasks(program)),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration('mancala.path')) await startClient();
      else if (change.affectsConfiguration('mancala'))
        await client?.sendNotification('workspace/didChangeConfiguration', { settings: { mancala: settings() } });
    }),
    { dispose: stopWorkbench },
  );
  await startClient();
}

export async function deactivate() {
  await client?.stop();
}
