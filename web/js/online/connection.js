/**
 * The live line to a game: a WebSocket that is opened again whenever it breaks, sooner at first, and at once when the network or
 * the eye comes back. A returning client says what it received last.
 */
import { Life } from '../lib/life.js';

/** In milliseconds: the first wait and the longest, and how long silence is believed. */
const SOONEST = 400;
const LATEST = 12_000;
const SILENCE = 40_000;

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #attempts = 0;
  #life = new Life();
  #heard = Date.now();

  /**
   * @param {object} options
   * @param {string} options.id
   * @param {() => number} options.after the last number that was heard
   * @param {(state: import('./protocol.js').TableState) => void} options.onstate
   * @param {(here: boolean) => void} options.onlink whether the line is open
   * @param {() => void} options.ongone the game is not stored any more
   * @param {() => void} options.onsilence nothing was heard for long: ask another way
   */
  constructor(options) {
    this.options = options;
    const { signal } = this.#life;
    const again = () => this.#wake();
    addEventListener('online', again, { signal });
    addEventListener('offline', () => this.#drop(), { signal });
    addEventListener('pageshow', again, { signal });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && again(), { signal });
    this.#watch = setInterval(() => this.#listen(), SILENCE / 4);
    this.#open();
  }

  /** @type {ReturnType<typeof setInterval>} */
  #watch;

  close() {
    this.#life.end();
    clearTimeout(this.#timer);
    clearInterval(this.#watch);
    this.#socket?.close();
  }

  /** Reconnects: news that should have come here came another way. */
  renew() {
    this.#attempts = 0;
    this.#drop();
    this.#open();
  }

  #open() {
    clearTimeout(this.#timer);
    if (this.#life.over || this.#socket) return;
    const { id, after } = this.options;
    const url = new URL(`api/games/${id}/live?after=${after()}`, document.baseURI);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#heard = Date.now();
      this.options.onlink(true);
    };
    socket.onmessage = ({ data }) => socket === this.#socket && this.#hear(String(data));
    socket.onclose = () => socket === this.#socket && this.#broken();
  }

  /** @param {string} data */
  #hear(data) {
    this.#heard = Date.now();
    this.#attempts = 0;
    /** @type {import('./protocol.js').LiveMessage} */
    const message = JSON.parse(data);
    if (message.kind === 'update') this.options.onstate(message.state);
    else if (message.kind === 'closing') this.#drop();
    else if (message.kind === 'gone') {
      this.close();
      this.options.ongone();
    }
  }

  #broken() {
    this.#socket = null;
    if (this.#life.over) return;
    this.options.onlink(false);
    const longest = Math.min(LATEST, SOONEST * 1.8 ** this.#attempts);
    this.#attempts += 1;
    this.#timer = setTimeout(() => this.#open(), longest * (0.5 + Math.random() / 2));
  }

  #drop() {
    const socket = this.#socket;
    if (!socket) return;
    this.#broken();
    socket.close();
  }

  /** The network or the eye is back. */
  #wake() {
    if (!this.#socket) this.renew();
    else if (this.#socket.readyState === WebSocket.OPEN) this.options.onsilence();
  }

  #listen() {
    if (document.visibilityState !== 'visible' || Date.now() - this.#heard < SILENCE) return;
    this.#heard = Date.now();
    if (this.#socket?.readyState === WebSocket.OPEN) this.options.onsilence();
  }
}
