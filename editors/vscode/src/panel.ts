// The panel of a console beside its source: what the debug adapter says of it, and buttons that press those of the console.

import * as vscode from 'vscode';

interface Variable {
  name: string;
  value: string;
  variablesReference: number;
}

interface Group extends Variable {
  children: Variable[];
}

export class Panel {
  #view: vscode.WebviewPanel | undefined;
  #session: vscode.DebugSession | undefined;
  /** The session has been started and can be asked. */
  #begun = false;

  /** Hears when a session stops, and shows its panel if it has one. */
  follow(session: vscode.DebugSession): vscode.DebugAdapterTracker {
    const isConsole = session.configuration.console !== undefined;
    return {
      onWillStartSession: () => {
        if (!isConsole) return;
        this.#session = session;
        this.#begun = false;
        this.show();
      },
      onDidSendMessage: (message: { type: string; event?: string }) => {
        if (!isConsole || message.type !== 'event' || !['stopped', 'invalidated'].includes(message.event ?? '')) return;
        this.#begun = true;
        void this.#draw();
      },
      onWillStopSession: () => {
        if (this.#session === session) this.#session = undefined;
      },
    };
  }

  show() {
    if (this.#view) return this.#view.reveal(undefined, true);
    this.#view = vscode.window.createWebviewPanel(
      'cdm8.panel',
      'Panel',
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true },
    );
    this.#view.onDidDispose(() => (this.#view = undefined));
    this.#view.webview.onDidReceiveMessage((command: string) => this.#press(command));
    this.#view.webview.html = page(this.#view.webview.cspSource);
    void this.#draw();
  }

  /** A button is pressed, and the console goes on until something stops it. */
  async #press(command: string) {
    const session = this.#session;
    if (!session)
      return void vscode.window.showInformationMessage('Debug a console first: "console" in the launch configuration.');
    try {
      await session.customRequest('evaluate', { expression: command, context: 'repl' });
      await session.customRequest('continue', { threadId: 1 });
    } catch (error) {
      void vscode.window.showWarningMessage(error instanceof Error ? error.message : String(error));
    }
  }

  async #draw() {
    const session = this.#session;
    if (!this.#view || !session || !this.#begun) return;
    try {
      const { scopes } = await session.customRequest('scopes', { frameId: 1 });
      const scope = scopes.find((one: { name: string }) => one.name === 'Panel');
      if (!scope) return;
      const children = async (reference: number): Promise<Variable[]> =>
        (await session.customRequest('variables', { variablesReference: reference })).variables;
      const groups: Group[] = [];
      for (const one of await children(scope.variablesReference))
        groups.push({ ...one, children: await children(one.variablesReference) });
      await this.#view.webview.postMessage({ groups, model: session.configuration.console });
    } catch {
      // The session ended meanwhile.
    }
  }
}

function page(source: string) {
  const nonce = Math.random().toString(36).slice(2);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}' ${source}; script-src 'nonce-${nonce}'">
<style nonce="${nonce}">
  body { font-family: var(--vscode-font-family); }
  .row { display: flex; gap: .5em; margin: .5em 0; align-items: end; flex-wrap: wrap; }
  .cell { text-align: center; } output { display: block; font: 1.6em monospace; color: #e33; background: #200; padding: .1em .3em; }
  button { padding: .3em .8em; } .light { padding: .2em .5em; border-radius: 1em; opacity: .5; border: 1px solid; } .on { opacity: 1; background: #fd4; color: #000; }
</style></head>
<body><div id="board">No console is being debugged.</div>
<script nonce="${nonce}">
  const code = acquireVsCodeApi();
  const make = (name, props, ...inside) => { const it = Object.assign(document.createElement(name), props); it.append(...inside); return it; };
  const button = (text, command) => make('button', { onclick: () => code.postMessage(command) }, text);
  addEventListener('message', ({ data: { groups, model } }) => {
    const [computer, human, lights] = groups;
    const display = ({ name, value }) => make('div', { className: 'cell' }, make('output', {}, value.padStart(2, '0')), name);
    const row = (group) => make('div', { className: 'row' }, ...group.children.map(display));
    const pits = make('div', { className: 'row' }, ...[1, 2, 3, 4, 5, 6].map((pit) => button(String(pit), 'press ' + pit)));
    const settings = model !== '2023' ? '' : make('div', { className: 'row' }, 'Seeds:', ...[4, 5, 6, 7, 8].map((n) => button(String(n), 'seeds ' + n)),
      'First:', button('Human', 'first human'), button('Computer', 'first computer'));
    const lamps = make('div', { className: 'row' }, ...lights.children.map(({ name, value }) => make('span', { className: value === 'on' ? 'light on' : 'light' }, name)));
    computer.children.reverse();
    document.getElementById('board').replaceChildren(lamps, 'Computer', row(computer), 'You', row(human), pits, settings);
  });
</script></body></html>`;
}
