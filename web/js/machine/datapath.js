/** The processor between board and gates: its units with the values of this clock, and the buses between them. */
import { h, refill, s } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {import('./protocol.js').Datapath} Datapath
 * @typedef {import('./protocol.js').ConsoleState} ConsoleState
 * @typedef {{name: string, title: () => string, at: [number, number, number, number], unit: string | null}} Box
 */

const hex = (/** @type {number} */ byte) => byte.toString(16).padStart(2, '0');

/** Where the units lie, and the chip of the processor of gates that each is. @type {Box[]} */
const BOXES = [
  { name: 'rom', title: () => t('machine.path.rom'), at: [20, 20, 130, 64], unit: null },
  { name: 'ram', title: () => t('machine.path.ram'), at: [20, 120, 130, 64], unit: null },
  { name: 'ir', title: () => t('machine.path.ir'), at: [220, 20, 150, 64], unit: 'Fetch' },
  { name: 'decoder', title: () => t('machine.path.decoder'), at: [430, 20, 190, 64], unit: 'Decoder' },
  { name: 'pc', title: () => 'pc', at: [220, 330, 76, 64], unit: 'PC' },
  { name: 'sp', title: () => 'sp', at: [312, 330, 76, 64], unit: 'SP' },
  { name: 'ps', title: () => 'CVZN', at: [690, 330, 110, 64], unit: 'PS' },
  { name: 'branch', title: () => t('machine.path.branch'), at: [690, 20, 110, 64], unit: 'Branch' },
  { name: 'registers', title: () => t('machine.path.registers'), at: [220, 170, 168, 110], unit: 'Registers' },
  { name: 'alu', title: () => t('machine.path.alu'), at: [470, 170, 150, 110], unit: 'ALU' },
  { name: 'temp', title: () => t('machine.path.temp'), at: [690, 186, 110, 64], unit: 'T' },
  { name: 'address', title: () => t('machine.path.address'), at: [430, 330, 90, 64], unit: 'Bus' },
  { name: 'data', title: () => t('machine.path.data'), at: [540, 330, 90, 64], unit: 'Bus' },
];

/** The wires between them, each lit when both of its ends take part in this clock. @type {[from: string, to: string, d: string][]} */
const WIRES = [
  ['rom', 'data', 'M150 52H185V430H585V394'],
  ['ram', 'data', 'M150 152H185V430H585V394'],
  ['data', 'ir', 'M585 394V430H185V110H295V84'],
  ['data', 'registers', 'M540 380H410V250H388'],
  ['ir', 'decoder', 'M370 52H430'],
  ['decoder', 'branch', 'M620 52H690'],
  ['registers', 'alu', 'M388 195H470M388 225H470'],
  ['alu', 'temp', 'M620 218H690'],
  ['alu', 'ps', 'M545 280V305H745V330'],
  ['temp', 'registers', 'M745 250V292H304V280'],
  ['ps', 'branch', 'M800 362H840V52H800'],
  ['pc', 'address', 'M258 394V412H470V394'],
  ['sp', 'address', 'M350 394V412H470V394'],
  ['registers', 'address', 'M400 265V362H430'],
  ['registers', 'data', 'M388 265H400V312H585V330'],
  ['address', 'rom', 'M475 394V450H8V52H20'],
  ['address', 'ram', 'M475 394V450H8V152H20'],
];

export class DatapathPane {
  #shown = '';
  /** @type {Datapath | null} */
  #path = null;
  /** The instruction that is explained instead of the one that is executed. */
  /** @type {{opcode: number, text: string} | null} */
  #explained = null;

  /**
   * @param {object} actions
   * @param {(path: string) => void} actions.open the sheet of a unit
   * @param {() => void} actions.changed
   */
  constructor(actions) {
    this.actions = actions;
    this.wires = WIRES.map(([from, to, d]) => ({ from, to, path: s('path', { d, class: 'path-wire' }) }));
    this.boxes = BOXES.map((box) => this.#box(box));
    this.drawing = s(
      'svg',
      { viewBox: '0 0 850 460', class: 'path-drawing', role: 'group', 'aria-label': t('machine.path') },
      this.wires.map(({ path }) => path),
      this.boxes.map(({ element }) => element),
    );
    this.title = h('strong', null);
    this.clock = h('span', { class: 'soft' });
    this.steps = h('ol', { class: 'path-clocks' });
    this.back = h(
      'button',
      { type: 'button', class: 'linklike', hidden: true, onclick: () => this.explain(null) },
      t('machine.path.back'),
    );
    this.element = h(
      'section',
      { class: 'datapath', 'aria-label': t('machine.path') },
      h('div', { class: 'path-head' }, this.title, this.clock, this.back),
      h('div', { class: 'path-room' }, this.drawing),
      this.steps,
      h('p', { class: 'soft small' }, t('machine.path.about')),
    );
  }

  /** @param {Box} box */
  #box({ name, title, at: [x, y, width, height], unit }) {
    const label = s('text', { x: x + 10, y: y + 20, class: 'path-title' });
    label.textContent = title();
    const lines = [0, 1, 2, 3].map((row) => s('text', { x: x + 10, y: y + 44 + row * 18, class: 'path-value' }));
    const open = () => unit && this.#open(unit);
    const element = s(
      'g',
      {
        class: `path-box ${unit ? 'opens' : ''}`,
        'data-unit': name,
        tabindex: unit ? 0 : undefined,
        role: unit ? 'button' : undefined,
        onclick: open,
        onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === 'Enter' && open(),
      },
      s('rect', { x, y, width, height, rx: 10 }),
      label,
      lines,
    );
    return { name, element, lines };
  }

  /** @param {string} unit */
  #open(unit) {
    const found = this.#path?.units.find(({ name }) => name === unit);
    if (found) this.actions.open(found.path);
  }

  /** Shows which units an instruction uses; nothing leads back to the one that is executed.
   * @param {{opcode: number, text: string} | null} instruction */
  explain(instruction) {
    this.#explained = instruction;
    this.#shown = '';
    this.actions.changed();
  }

  get asked() {
    return this.#explained ? { opcode: this.#explained.opcode } : {};
  }

  /**
   * @param {Datapath} path
   * @param {ConsoleState} state
   */
  show(path, state) {
    const key = JSON.stringify([path, state.registers, this.#explained]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.#path = path;
    const explained = this.#explained !== null;
    const at = path.fetching ? 0 : clockOf(path);
    const used = explained ? new Set(path.uses.flat()) : new Set(path.uses[at] ?? []);
    for (const { from, to, path: wire } of this.wires) wire.classList.toggle('lit', used.has(from) && used.has(to));
    const values = valuesOf(path, state);
    for (const { name, element, lines } of this.boxes) {
      element.classList.toggle('lit', used.has(name));
      lines.forEach((line, row) => {
        const text = explained ? '' : (values[name]?.[row] ?? '');
        if (line.textContent !== text) line.textContent = text;
      });
    }
    this.title.textContent = explained
      ? (this.#explained?.text ?? '')
      : path.fetching
        ? t('machine.path.fetches')
        : path.instruction;
    this.clock.textContent = explained
      ? t('machine.path.takes', { count: path.uses.length })
      : t('machine.path.clock', { clock: at + 1, of: path.uses.length });
    this.back.hidden = !explained;
    refill(
      this.steps,
      path.uses.map((units, clock) => this.#clock(units, clock, !explained && clock === at)),
    );
  }

  /**
   * @param {string[]} units
   * @param {number} clock
   * @param {boolean} now
   */
  #clock(units, clock, now) {
    const names = units.map((unit) => BOXES.find(({ name }) => name === unit)?.title() ?? unit);
    return h(
      'li',
      { 'aria-current': now ? 'step' : undefined },
      h('strong', null, clock ? t('machine.path.executes', { clock }) : t('machine.path.fetch')),
      h('span', null, names.join(' · ')),
    );
  }
}

/** Which clock of the instruction this is: the processor of gates shows its phase.
 * @param {Datapath} path */
function clockOf({ units, uses }) {
  const phase = port(units, 'Sequencer', 'phase');
  const found = Number.parseInt(phase ?? '', 16);
  return Math.min(uses.length - 1, 1 + (Number.isNaN(found) ? 0 : found));
}

/**
 * @param {Datapath['units']} units
 * @param {string} unit
 * @param {string} name
 */
const port = (units, unit, name) => units.find((one) => one.name === unit)?.ports.find((one) => one.name === name)?.value;

/** A value in its shortest form. @param {string | undefined} value */
const short = (value) =>
  value === undefined ? '' : (/^0x([0-9a-f]+)/.exec(value)?.[1]?.padStart(2, '0') ?? value.split(' ')[0]);

/** The same of a byte. @param {string | undefined} value */
const byte = (value) => short(value).replace(/^[0-9]$/, '0$&');

/**
 * @param {Datapath} path
 * @param {ConsoleState} state
 * @returns {Record<string, string[]>}
 */
function valuesOf({ opcode, instruction, bus, units }, { registers: { pc, sp, ps, r } }) {
  const { address, input, output, mem, read, data } = bus;
  const cycle = !mem ? '–' : `${read ? '→' : '←'} ${hex(read ? input : output)}`;
  return {
    rom: [mem && !data ? `${hex(address)} ${cycle}` : '–'],
    ram: [mem && data ? `${hex(address)} ${cycle}` : '–'],
    ir: [hex(opcode)],
    decoder: [instruction],
    pc: [hex(pc)],
    sp: [hex(sp)],
    ps: [(ps & 15).toString(2).padStart(4, '0')],
    branch: [short(port(units, 'Branch', 'holds'))],
    registers: r.map((value, at) => `r${at}  ${hex(value)}`),
    alu: [
      ['A', 'B'].map((name) => `${name} ${byte(port(units, 'ALU', name)) || '–'}`).join('   '),
      `= ${byte(units.find(({ name }) => name === 'ALU')?.ports.find(({ output: out, name }) => out && name !== 'CVZN')?.value) || '–'}`,
    ],
    temp: [byte(units.find(({ name }) => name === 'T')?.ports.find(({ output: out }) => out)?.value) || '–'],
    address: [mem ? hex(address) : '–'],
    data: [mem ? hex(read ? input : output) : '–'],
  };
}
