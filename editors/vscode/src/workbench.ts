// "Open in the workbench": the page of `mancala serve` in a browser, with the files of the program on its bench.

import { type ChildProcess, spawn } from 'node:child_process';
import { deflateRawSync } from 'node:zlib';
import * as path from 'node:path';
import * as vscode from 'vscode';

/** A link of more characters is not opened by the page. */
const LONGEST = 1 << 20;

let server: ChildProcess | undefined;
let address: string | undefined;

/** The address of a page of our own; it ends with the editor. */
function serve(program: string): Promise<string> {
  if (address) return Promise.resolve(address);
  return new Promise((resolve, reject) => {
    server = spawn(program, ['serve', '--port', '0', '--no-open'], { stdio: ['ignore', 'pipe', 'pipe'] });
    const heard = (bytes: Buffer) => {
      const found = /https?:\/\/[\w.:[\]-]+/.exec(bytes.toString());
      if (found) resolve((address = found[0]));
    };
    server.stdout?.on('data', heard);
    server.stderr?.on('data', heard);
    server.on('error', reject);
    server.on('exit', (code) => {
      address = server = undefined;
      reject(new Error(`mancala serve ended with ${code}`));
    });
  });
}

interface WorkFile {
  name: string;
  text: string;
  linked?: string[];
}

/** Asks the language server which files make the program of another. */
export type Asker = (uri: string) => Promise<string[]>;

/** The other files of a program. */
async function others(document: vscode.TextDocument, ask: Asker): Promise<WorkFile[]> {
  const files = await ask(document.uri.toString()).catch(() => []);
  const uris = files.map((file) => vscode.Uri.parse(file)).filter((uri) => uri.path !== document.uri.path);
  const read = async (uri: vscode.Uri) => {
    const open = vscode.workspace.textDocuments.find((other) => other.uri.path === uri.path);
    const text = open?.getText() ?? new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    return { name: path.basename(uri.path), text };
  };
  return Promise.all(uris.map(read));
}

/** Files as the page takes them from a link. */
const packed = (files: WorkFile[], active: string) => deflateRawSync(JSON.stringify({ files, active })).toString('base64url');

/** What follows the address of the page: the files of the program, or this one alone if that is too much. */
async function linkOf(document: vscode.TextDocument | undefined, ask: Asker): Promise<string> {
  if (!document) return '#/workbench';
  const name = path.basename(document.uri.path);
  const file = { name, text: document.getText() };
  const more = await others(document, ask);
  const all = packed([{ ...file, linked: more.map((other) => other.name) }, ...more], name);
  return `#/workbench?w=${all.length <= LONGEST ? all : packed([file], name)}`;
}

export async function openWorkbench(program: string, ask: Asker) {
  const { document } = vscode.window.activeTextEditor ?? {};
  try {
    const page = await serve(program);
    await vscode.env.openExternal(vscode.Uri.parse(`${page}/${await linkOf(document, ask)}`, true));
  } catch (error) {
    void vscode.window.showErrorMessage(`The workbench cannot be opened: ${error instanceof Error ? error.message : error}`);
  }
}

export function stopWorkbench() {
  server?.kill();
}
