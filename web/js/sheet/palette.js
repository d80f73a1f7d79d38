/** Colours of a sheet in both themes. What a circuit says in black on white is light on dark where the page is dark. */

/** By look of a value: 0, 1, floating, error, several bits, nothing. */
const LIGHT = ['#0b5f1c', '#13c22f', '#3a43ff', '#c81e1e', '#1d1b18', '#8c867c'];
const DARK = ['#2c6e3b', '#45e068', '#8b92ff', '#ff6b62', '#d9d3c7', '#7d776d'];

export class Palette {
  /** @type {Map<string, string>} */
  #known = new Map();

  /** @param {boolean} dark */
  constructor(dark) {
    this.dark = dark;
    this.values = dark ? DARK : LIGHT;
    this.paper = dark ? '#1b1a18' : '#ffffff';
    this.mark = dark ? '#ffcf5c' : '#f0a500';
    this.chosen = dark ? '#8cc4f5' : '#1d6fb8';
    this.work = dark ? '#d58af0' : '#9a35c0';
  }

  /**
   * A colour of the circuit as this theme shows it.
   * @param {string} colour `#rrggbb` or `#rrggbbaa`
   */
  fixed(colour) {
    if (!this.dark) return colour;
    let shown = this.#known.get(colour);
    if (!shown) this.#known.set(colour, (shown = turned(colour)));
    return shown;
  }

  /**
   * The colour of an ink that depends on a slot.
   * @param {import('../machine/protocol.js').Ink} ink
   * @param {ArrayLike<number>} slots
   */
  of(ink, slots) {
    if (typeof ink === 'string') return this.fixed(ink);
    if ('value' in ink) return this.values[slots[ink.value]] ?? this.values[5];
    if ('cell' in ink) return this.fixed(slots[ink.cell] ? '#ffffff' : '#000000');
    const look = slots[ink.light];
    if (look === 1) return ink.on;
    return look === 2 ? this.values[3] : this.#off(ink.off);
  }

  /** A light that is off is dark in the dark theme too, whatever its colour in the light one.
   * @param {string} colour */
  #off(colour) {
    return this.dark && lightness(colour) < 0.5 ? colour : this.fixed(colour);
  }
}

/** @param {string} colour */
function lightness(colour) {
  const parts = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  return (Math.max(...parts) + Math.min(...parts)) / 2;
}

/**
 * The same hue with the lightness upside down, in a range that is kind to the eye.
 * @param {string} colour
 */
function turned(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  if ([red, green, blue].some(Number.isNaN)) return colour;
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const light = (most + least) / 2;
  const spread = most - least;
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * light - 1));
  let hue = 0;
  if (spread) {
    if (most === red) hue = ((green - blue) / spread) % 6;
    else if (most === green) hue = (blue - red) / spread + 2;
    else hue = (red - green) / spread + 4;
  }
  const shown = 0.11 + (1 - light) * 0.78;
  const alpha = colour.length > 7 ? parseInt(colour.slice(7, 9), 16) / 255 : 1;
  return `hsl(${Math.round(hue * 60)} ${Math.round(saturation * 62)}% ${Math.round(shown * 100)}% / ${alpha})`;
}
