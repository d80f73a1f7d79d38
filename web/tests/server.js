// `mancala serve` with a database that is thrown away, which can be stopped and started again.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export class Server {
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null;
  #folder = mkdtempSync(join(tmpdir(), 'mancala-online-'));
  url = '';

  /**
   * @param {string} program
   * @param {string[]} [flags]
   */
  constructor(program, flags = []) {
    this.program = program;
    this.flags = flags;
  }

  /** Starts it, the second time at the same place. */
  async start() {
    const port = this.url ? new URL(this.url).port : '0';
    const database = join(this.#folder, 'games.db');
    const fixed = ['serve', '--no-open', '--port', port, '--database', database];
    const child = spawn(this.program, [...fixed, ...this.flags], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const found = line.match(/http:\/\/\S+/);
      if (!found) continue;
      this.url = found[0].replace(/\/?$/, '/');
      return;
    }
    throw new Error('mancala serve did not say where it is');
  }

  /** @param {NodeJS.Signals} [signal] */
  async stop(signal = 'SIGKILL') {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  async end() {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
