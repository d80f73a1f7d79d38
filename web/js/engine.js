// @ts-check
// The engine as the page sees it: promises over Web Workers. Four workers run the same script: one keeps the games and
// answers at once, one chooses the opponents' moves, one analyses and can be interrupted, one is the workbench.
import { CANCELLED, Link, WorkerError } from './lib/link.js';

/** @typedef {import("./protocol").GameState} GameState */
/** @typedef {import("./protocol").GameRequests} GameRequests */
/** @typedef {import("./protocol").DeskRequests} DeskRequests */
/** @typedef {import("./protocol").AnalysisRequests} AnalysisRequests */
/** @typedef {import("./protocol").ProgramRequests} ProgramRequests */
/** @typedef {import("./protocol").WorkbenchRequests} WorkbenchRequests */
/** @typedef {import("./course/protocol").CourseRequests} CourseRequests */
/** @typedef {import("./protocol").Language} Language */
/** @typedef {import("./protocol").Failure} Failure */

const BROKEN = /** @type {Failure} */ ({
  kind: 'failed',
  key: 'failure.restarted',
  message: 'The engine stopped and was started again.',
});

/**
 * A long piece of work: `update` hears how far it is, `result` is its last word, `cancel` ends it early.
 * @template T
 * @typedef {{ result: Promise<T>, cancel: () => void }} Job
 */

/** After this time a player whose move is no longer needed is terminated. */
const PATIENCE = 300;

export class Engine {
  /**
   * @param {Language} language
   * @param {string | Promise<string>} catalogue the text of `texts/LANGUAGE.json`
   */
  constructor(language, catalogue) {
    /** @type {Promise<{language: Language, catalogue: string}>} */
    this.spoken = Promise.resolve(catalogue).then((text) => ({ language, catalogue: text }));
    const link = (/** @type {string} */ role, script = './worker.js', started = () => {}) => {
      /** @type {Link} */
      const one = new Link(new URL(script, import.meta.url), role, {
        started: () => {
          this.#greet(one);
          started();
        },
        broken: () => one.restart(BROKEN),
      });
      return one;
    };
    this.desk = link('game', './worker.js', () => {
      for (const game of this.games) game.reopen();
    });
    this.player = link('player');
    this.analyst = link('analysis');
    this.bench = link('bench', './bench-worker.js');
    // A check may take long: it has a separate worker, which gets the course before any question.
    this.lessons = link('course', './bench-worker.js');
    /** @type {Worker | null} */
    this.opened = null;
    /** @type {Set<Game>} */
    this.games = new Set();
    this.nextGame = 1;
    /** @type {Map<string, () => void>} */
    this.running = new Map();
    this.desk.start();
  }

  /** Resolves when the engine has loaded and answers. */
  get ready() {
    return this.ask('presets', {}).then(() => undefined);
  }

  /** Analysis needs a table: its worker builds it as soon as it runs, so that the first answer comes sooner. */
  prepare() {
    this.analyst.start();
  }

  /** Speaks another language from now on; ask games for their `state()` again.
   * @param {Language} language
   * @param {string} catalogue */
  async speak(language, catalogue) {
    this.spoken = Promise.resolve({ language, catalogue });
    const links = [this.desk, this.player, this.analyst, this.bench, this.lessons].filter((link) => link.worker);
    await Promise.all(links.map((link) => link.ask({ to: 'desk', name: 'texts', request: { language, catalogue } }).result));
  }

  /** @param {Link} link */
  #greet(link) {
    const { worker } = link;
    // The worker holds what follows until it has heard this.
    this.spoken.then((request) => worker?.postMessage({ id: 0, to: 'desk', name: 'texts', request }));
  }

  /**
   * A question to the desk.
   * @template {keyof DeskRequests} K
   * @param {K} name
   * @param {DeskRequests[K][0]} request
   * @returns {Promise<DeskRequests[K][1]>}
   */
  ask(name, request) {
    return this.desk.ask({ to: 'desk', name, request }).result;
  }

  presets() {
    return this.ask('presets', {});
  }

  /** @param {DeskRequests["opponents"][0]} [request] */
  opponents(request = {}) {
    return this.ask('opponents', request);
  }

  /** The rules in sentences, with other seeds if wanted.
   * @param {string} rules
   * @param {number} [seeds] */
  rules(rules, seeds) {
    return this.ask('rules', { rules, seeds });
  }

  /** The stories of moves made one after the other.
   * @param {string} rules
   * @param {string} position
   * @param {number[]} pits */
  line(rules, position, pits) {
    return this.ask('line', { rules, position, pits });
  }

  /** @param {import("./protocol").Draft} draft */
  check(draft) {
    return this.ask('check', draft);
  }

  /** @param {string} rules
   * @param {string} text */
  position(rules, text) {
    return this.ask('position', { rules, text });
  }

  /** The games of a file.
   * @param {string} text */
  gamesOf(text) {
    return this.ask('games', { text });
  }

  /** The words of the assembly language, for editors. */
  words() {
    return this.ask('words', {});
  }

  /**
   * A question to the program on the workbench.
   * @template {keyof ProgramRequests} K
   * @param {K} name
   * @param {ProgramRequests[K][0]} request
   * @returns {Promise<ProgramRequests[K][1]>}
   */
  program(name, request) {
    return this.bench.ask({ to: 'program', name, request }).result;
  }

  /**
   * A question about circuits to the worker of the workbench.
   * @template {keyof WorkbenchRequests} K
   * @param {K} name
   * @param {WorkbenchRequests[K][0]} request
   * @returns {Promise<WorkbenchRequests[K][1]>}
   */
  workbench(name, request) {
    return this.bench.ask({ to: 'workbench', name, request }).result;
  }

  /**
   * A question about the course.
   * @template {keyof CourseRequests} K
   * @param {K} name
   * @param {CourseRequests[K][0]} request
   * @returns {Promise<CourseRequests[K][1]>}
   */
  async course(name, request) {
    const worker = this.lessons.start();
    if (this.opened !== worker) {
      this.opened = worker;
      try {
        const answer = await fetch('course.json');
        if (!answer.ok) throw new Error(`course.json: ${answer.status}`);
        await this.lessons.ask({ to: 'course', name: 'open', request: { files: await answer.text() } }).result;
      } catch (error) {
        this.opened = null;
        throw error;
      }
    }
    return this.lessons.ask({ to: 'course', name, request }).result;
  }

  /** Stops all work of the workbench; what it had loaded is gone then. */
  stopBench() {
    if (this.bench.waiting.size) this.bench.restart(CANCELLED);
  }

  /** @param {import("./protocol").NewGame} [options] */
  async newGame(options = {}) {
    const game = new Game(this);
    await game.do('new', options);
    return game;
  }

  /** A record, a position or a link as a game.
   * @param {string} text
   * @param {Omit<GameRequests["open"][0], "text">} [options] */
  async openGame(text, options = {}) {
    const game = new Game(this);
    await game.do('open', { text, ...options });
    return game;
  }

  /** What a list of a site's games says about one.
   * @param {DeskRequests["table"][0]} table */
  describeTable(table) {
    return this.ask('table', table);
  }

  /** A game as a site has it.
   * @param {GameRequests["table"][0]} table */
  async openTable(table) {
    const game = new Game(this);
    game.guests = table.people;
    await game.do('table', table);
    return game;
  }

  /**
   * Long work in the analysis worker. A newer job of the same name cancels the older one.
   * @template {keyof AnalysisRequests} K
   * @param {K} name
   * @param {AnalysisRequests[K][0]} request
   * @param {(update: AnalysisRequests[K][1]) => void} [update]
   * @returns {Job<AnalysisRequests[K][1]>}
   */
  #job(name, request, update) {
    this.running.get(name)?.();
    const { id, result } = this.analyst.ask({ to: 'analysis', name, request }, update);
    const cancel = () => this.analyst.cancel(id);
    this.running.set(name, cancel);
    const forget = () => {
      if (this.running.get(name) === cancel) this.running.delete(name);
    };
    result.then(forget, forget);
    return { result, cancel };
  }

  /** @param {AnalysisRequests["analyse"][0]} request
   * @param {(update: import("./protocol").Analysis) => void} [update] */
  analyse(request, update) {
    return this.#job('analyse', request, update);
  }

  /** An analysis that a site made, in the words of the page.
   * @param {DeskRequests["worded"][0]} request */
  worded(request) {
    return this.ask('worded', request);
  }

  /** @param {AnalysisRequests["hint"][0]} request */
  hint(request) {
    return this.#job('hint', request);
  }

  /** @param {AnalysisRequests["review"][0]} request
   * @param {(update: import("./protocol").Review) => void} [update] */
  review(request, update) {
    return this.#job('review', request, update);
  }

  /** @param {AnalysisRequests["puzzle"][0]} request */
  puzzle(request) {
    return this.#job('puzzle', request);
  }

  /** Whether a move solves a puzzle; the solution stays where it is.
   * @param {AnalysisRequests["answer"][0]} request */
  answer(request) {
    return this.#job('answer', request).result;
  }

  /** @param {AnalysisRequests["puzzleHint"][0]} request */
  puzzleHint(request) {
    return this.#job('puzzleHint', request).result;
  }

  /** @param {AnalysisRequests["solution"][0]} request */
  solution(request) {
    return this.#job('solution', request).result;
  }
}

/** A game the engine keeps. `state` is the latest it said. */
export class Game {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    this.id = engine.nextGame++;
    /** @type {GameState} */
    this.state = /** @type {any} */ (null);
    /** Who sits at the table of a site. @type {import('./protocol').Guests | null} */
    this.guests = null;
    /** @type {(() => void) | null} */
    this.stopThinking = null;
    engine.games.add(this);
  }

  /**
   * @template {keyof GameRequests} K
   * @param {K} name
   * @param {GameRequests[K][0]} request
   * @returns {Promise<GameRequests[K][1]>}
   */
  #ask(name, request) {
    return this.engine.desk.ask({ to: 'game', game: this.id, name, request }).result;
  }

  /**
   * A request that answers with the state of the game.
   * @template {"new" | "open" | "table" | "people" | "state" | "play" | "undo" | "redo" | "goTo" | "resign" | "seats"} K
   * @param {K} name
   * @param {GameRequests[K][0]} request
   * @returns {Promise<GameState>}
   */
  async do(name, request) {
    if (name !== 'state') this.stopThinking?.();
    this.state = await this.#ask(name, request);
    return this.state;
  }

  /** @param {number} pit */
  play(pit) {
    return this.do('play', { pit });
  }
  undo() {
    return this.do('undo', {});
  }
  redo() {
    return this.do('redo', {});
  }
  /** @param {number} ply */
  goTo(ply) {
    return this.do('goTo', { ply });
  }
  /** @param {import("./protocol").Side} side */
  resign(side) {
    return this.do('resign', { side });
  }
  /** @param {import("./protocol").Seat} south
   * @param {import("./protocol").Seat} north */
  seats(south, north) {
    return this.do('seats', { south, north });
  }
  /** Others sit at the table of a site, or are called by other names.
   * @param {import('./protocol').Guests} guests */
  seat(guests) {
    this.guests = guests;
    return this.do('people', guests);
  }
  refresh() {
    return this.do('state', {});
  }
  /** @param {import("./protocol").Format} format */
  export(format) {
    return this.#ask('export', { format });
  }
  links() {
    return this.#ask('links', {});
  }

  /**
   * The move the opponent whose turn it is chooses; `play` it. Any other request to the game before that cancels it.
   * @returns {Promise<{pit: number}>}
   */
  async think() {
    this.stopThinking?.();
    const { player } = this.engine;
    let stopped = false;
    let id = 0;
    const stop = () => {
      stopped = true;
      this.stopThinking = null;
      if (!id || !player.waiting.has(id)) return;
      player.cancel(id);
      const { worker } = player;
      // It may be deep in thought. If it does not answer the next question soon, it is replaced.
      const answered = player.ask({ to: 'desk', name: 'presets', request: {} }).result;
      const timer = setTimeout(() => player.worker === worker && player.restart(CANCELLED), PATIENCE);
      answered.then(
        () => clearTimeout(timer),
        () => clearTimeout(timer),
      );
    };
    this.stopThinking = stop;
    const request = await this.#ask('turn', {});
    if (stopped) throw new WorkerError(CANCELLED);
    const asked = player.ask({ to: 'player', name: 'choose', request });
    id = asked.id;
    try {
      return await asked.result;
    } finally {
      if (this.stopThinking === stop) this.stopThinking = null;
    }
  }

  /** After its worker was replaced. */
  reopen() {
    if (!this.state) return;
    const { guests } = this;
    const { record, ply, seats } = this.state;
    const quiet = () => {};
    this.#ask('open', { text: record, seats: guests ? undefined : seats })
      .then(() => guests && this.#ask('people', guests))
      .then(() => this.#ask('goTo', { ply }), quiet)
      .catch(quiet);
  }

  /** The game is no longer needed. */
  close() {
    this.stopThinking?.();
    this.engine.games.delete(this);
    this.engine.desk.worker?.postMessage({ id: 0, to: 'game', game: this.id, name: 'close' });
  }
}
