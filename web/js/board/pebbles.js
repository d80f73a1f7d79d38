/**
 * Pictures of polished pebbles, drawn once for a size and then only copied. Light comes from the top left.
 */

/** Light, middle and dark of each stone: ivory, sand, terracotta, sage, slate, mist. */
const STONES = [
  ['#fffaf0', '#eee1c9', '#b29c78'],
  ['#f6e3bd', '#d8b985', '#94744a'],
  ['#f0b489', '#cf8352', '#87482a'],
  ['#b5d6c2', '#7ba58d', '#41685a'],
  ['#b9c0e4', '#8791c4', '#4c5488'],
  ['#dbe8ef', '#adc4d1', '#6d8796'],
];
const SHAPES = 5;

/**
 * Numbers that look random and are always the same.
 * @param {number} seed
 * @returns {() => number} from 0 up to 1
 */
export function randomNumbers(seed) {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 4294967296;
  };
}

/**
 * @typedef {object} Pebbles
 * @property {HTMLCanvasElement[]} stones
 * @property {HTMLCanvasElement} shadow
 * @property {number} size width and height of each picture, in CSS pixels
 */

/**
 * @param {number} radius of a pebble, in CSS pixels
 * @param {number} density device pixels per CSS pixel
 * @returns {Pebbles}
 */
export function pebbles(radius, density) {
  const size = radius * 2.8;
  const stones = [];
  for (let shape = 0; shape < SHAPES; shape += 1) {
    for (let stone = 0; stone < STONES.length; stone += 1) {
      stones.push(picture(size, density, (context) => paint(context, radius, STONES[stone], shape * 17 + stone * 5 + 3)));
    }
  }
  const shadow = picture(size, density, (context) => {
    const fade = context.createRadialGradient(0, 0, radius * 0.25, 0, 0, radius * 1.15);
    fade.addColorStop(0, 'rgb(18 7 0 / .62)');
    fade.addColorStop(0.6, 'rgb(18 7 0 / .34)');
    fade.addColorStop(1, 'rgb(18 7 0 / 0)');
    context.fillStyle = fade;
    context.fillRect(-size / 2, -size / 2, size, size);
  });
  return { stones, shadow, size };
}

/**
 * @param {number} size
 * @param {number} density
 * @param {(context: CanvasRenderingContext2D) => void} draw around the middle
 */
function picture(size, density, draw) {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.ceil(size * density);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.scale(density, density);
  context.translate(size / 2, size / 2);
  draw(context);
  return canvas;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} radius
 * @param {string[]} stone
 * @param {number} seed
 */
function paint(context, radius, [light, middle, dark], seed) {
  const random = randomNumbers(seed);
  const outline = blob(radius, random);
  const body = context.createRadialGradient(-radius * 0.35, -radius * 0.42, radius * 0.1, 0, 0, radius * 1.12);
  body.addColorStop(0, light);
  body.addColorStop(0.45, middle);
  body.addColorStop(1, dark);
  context.fillStyle = body;
  context.fill(outline);
  context.save();
  context.clip(outline);
  veins(context, radius, light, dark, random);
  const bounce = context.createRadialGradient(radius * 0.4, radius * 0.55, 0, radius * 0.4, radius * 0.55, radius * 0.7);
  bounce.addColorStop(0, 'rgb(255 236 205 / .26)');
  bounce.addColorStop(1, 'rgb(255 236 205 / 0)');
  context.fillStyle = bounce;
  context.fillRect(-radius, -radius, radius * 2, radius * 2);
  context.lineWidth = radius * 0.12;
  context.strokeStyle = 'rgb(30 14 4 / .28)';
  context.stroke(outline);
  context.restore();
  gloss(context, radius);
}

/**
 * A rounded, not quite regular outline.
 * @param {number} radius
 * @param {() => number} random
 */
function blob(radius, random) {
  const flat = 0.76 + random() * 0.14;
  const turn = random() * Math.PI;
  const waves = [2, 3].map((times) => ({ times, size: 0.035 * random(), start: random() * Math.PI * 2 }));
  const path = new Path2D();
  for (let step = 0; step <= 40; step += 1) {
    const angle = (step / 40) * Math.PI * 2;
    const bump = waves.reduce((sum, wave) => sum + wave.size * Math.sin(wave.times * angle + wave.start), 1);
    const x = Math.cos(angle) * radius * bump;
    const y = Math.sin(angle) * radius * flat * bump;
    const [px, py] = [x * Math.cos(turn) - y * Math.sin(turn), x * Math.sin(turn) + y * Math.cos(turn)];
    if (step === 0) path.moveTo(px, py);
    else path.lineTo(px, py);
  }
  path.closePath();
  return path;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} radius
 * @param {string} light
 * @param {string} dark
 * @param {() => number} random
 */
function veins(context, radius, light, dark, random) {
  const veined = random() < 0.45;
  context.lineWidth = radius * (0.06 + random() * 0.08);
  context.strokeStyle = light;
  context.globalAlpha = 0.5;
  if (veined) {
    const [from, to, bend] = [(random() - 0.5) * radius, (random() - 0.5) * radius, (random() - 0.5) * radius];
    context.beginPath();
    context.moveTo(-radius, from);
    context.quadraticCurveTo(bend, bend, radius, to);
    context.stroke();
  }
  context.globalAlpha = 0.22;
  context.fillStyle = dark;
  for (let speck = 0; speck < 7; speck += 1) {
    context.beginPath();
    context.arc((random() - 0.5) * radius * 1.7, (random() - 0.5) * radius * 1.4, radius * (0.02 + random() * 0.045), 0, 7);
    context.fill();
  }
  context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} radius
 */
function gloss(context, radius) {
  context.save();
  context.translate(-radius * 0.3, -radius * 0.34);
  context.rotate(-0.6);
  context.scale(1, 0.55);
  const shine = context.createRadialGradient(0, 0, 0, 0, 0, radius * 0.4);
  shine.addColorStop(0, 'rgb(255 255 255 / .85)');
  shine.addColorStop(0.5, 'rgb(255 255 255 / .3)');
  shine.addColorStop(1, 'rgb(255 255 255 / 0)');
  context.fillStyle = shine;
  context.beginPath();
  context.arc(0, 0, radius * 0.4, 0, 7);
  context.fill();
  context.restore();
}
