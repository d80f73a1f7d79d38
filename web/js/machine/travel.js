/**
 * The time of something that runs in a worker, as its view moves it: it runs or stands still, goes by steps or to moments. What
 * need not be new with every picture is looked at now and then.
 */
import { announce } from '../lib/announce.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {import('./protocol.js').Picture} Picture
 * @typedef {import('./protocol.js').Goal} Goal
 */

/** While it runs, what need not be new with every picture is at most this old, in milliseconds. */
const CALM = 120;
/** The time after a picture until it is looked at: a key has its answer by then. */
const SOON = 25;
/** What takes longer can be given up. */
const LONG = 100;

export class Travel {
  /** Whether time runs, as far as it is known. */
  running = false;
  /** A step is on its way that takes its time. */
  long = false;
  /** The last picture. @type {Picture | null} */
  picture = null;
  /** @type {number | null} */
  #aim = null;
  #going = false;
  #looking = false;
  #looked = 0;
  #soon = 0;

  /**
   * @param {object} view
   * @param {() => import('./link.js').MachineLink | null} view.link
   * @param {() => number} view.rate half-ticks a second
   * @param {() => void} view.ordered time was told to run or to stand still
   * @param {() => void} view.controls it runs from now on, or stands still
   * @param {() => void} view.arrived a way is at its end
   * @param {(picture: Picture) => Promise<void>} view.look
   * @param {(error: unknown) => void} view.fail
   */
  constructor(view) {
    this.view = view;
  }

  /** @param {boolean} running */
  run(running) {
    this.running = running;
    this.#order(running);
    this.view.controls();
  }

  /** Whether time runs is not known until a picture from after this order is shown. @param {boolean} running */
  #order(running) {
    this.view.link()?.pace(running, this.view.rate());
    this.view.ordered();
  }

  toggle() {
    if (this.long) this.view.link()?.cancel();
    else this.run(!this.running);
  }

  /** Stops time; something else is asked for then. */
  #halt() {
    if (this.running) this.#order(false);
    this.running = false;
  }

  /**
   * @param {Goal} to
   * @param {boolean} back
   */
  async step(to, back) {
    this.#halt();
    const timer = setTimeout(() => this.#takesLong(true), LONG);
    const arrived = await this.view.link()?.ask('step', { to, back }).catch(this.view.fail);
    clearTimeout(timer);
    this.#takesLong(false);
    if (arrived?.arrival === 'never') announce(t('machine.never'));
    if (arrived?.arrival === 'start') announce(t('machine.start'));
    this.view.arrived();
  }

  /** @param {boolean} long */
  #takesLong(long) {
    if (this.long === long) return;
    this.long = long;
    this.view.controls();
  }

  /** Goes to a moment; while that takes its time, only the newest wish counts. @param {number} moment */
  async goTo(moment) {
    this.#halt();
    this.#aim = moment;
    if (this.#going) return;
    this.#going = true;
    while (this.#aim !== null) {
      const aim = this.#aim;
      this.#aim = null;
      await this.view.link()?.ask('goto', { moment: aim }).catch(this.view.fail);
    }
    this.#going = false;
    this.view.arrived();
  }

  /**
   * Takes note of a picture. One from before the last order says nothing about whether time runs.
   * @param {Picture} picture
   */
  hear(picture) {
    this.picture = picture;
    const current = picture.order === this.view.link()?.order;
    const stopped = current && this.running && !picture.running;
    if (current) this.running = picture.running;
    return { current, stopped };
  }

  /** Whether what cannot be read while it changes may be new again. */
  get isCalm() {
    return !this.running || performance.now() - this.#looked >= CALM;
  }

  /** A picture is on the screen: nothing looked at from here on is part of the answer to a key. */
  painted() {
    this.view.link()?.painted();
    if (this.isCalm && !this.#soon) this.#soon = setTimeout(() => this.lookNow(), SOON);
  }

  lookNow() {
    clearTimeout(this.#soon);
    this.#soon = 0;
    this.#looked = performance.now();
    void this.#look();
  }

  async #look() {
    const { picture } = this;
    if (!picture || this.#looking) return;
    this.#looking = true;
    await this.view.look(picture).catch(this.view.fail);
    this.#looking = false;
    if (this.picture?.state.now !== picture.state.now && !this.running) void this.#look();
  }

  end() {
    clearTimeout(this.#soon);
  }
}
