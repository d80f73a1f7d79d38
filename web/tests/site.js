// A separate site for a test.
import { visit } from './page.js';
import { Server } from './server.js';

export class Site extends Server {
  /** @param {string[]} [flags] */
  constructor(flags = []) {
    super(/** @type {string} */ (process.env.MANCALA), flags);
  }

  /**
   * A visitor with a browser of their own.
   * @param {import('node:test').TestContext} test
   * @param {Parameters<typeof visit>[1] & {name?: string}} [options]
   */
  visit(test, { name = '', ...options } = {}) {
    return visit(test, { url: this.url, storage: { 'mancala.online': { name } }, ...options });
  }
}
