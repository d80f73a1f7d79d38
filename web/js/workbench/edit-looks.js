/** How a circuit looks as a part of another one: its ports moved around the box, the size of the box, the label on it. */
import { sheet } from '../lib/dialog.js';
import { h, refill, s } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {import('../machine/protocol.js').Looks} Looks
 * @typedef {import('../machine/protocol.js').Change} Change
 * @typedef {object} Desk
 * @property {() => Promise<Looks>} looks
 * @property {(change: Change) => Promise<boolean>} change
 * @property {() => string} why
 */

const GRID = 10;
const ROOM = 40;
const nearest = (/** @type {number} */ at) => Math.round(at / GRID) * GRID;
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowRight: [GRID, 0], ArrowUp: [0, -GRID], ArrowLeft: [-GRID, 0], ArrowDown: [0, GRID] };

/** @param {Desk} desk */
export async function looksSheet(desk) {
  const picture = h('div', { class: 'looks-picture' });
  const says = h('p', { class: 'small', role: 'status' });
  const size = (/** @type {'width' | 'height'} */ which) =>
    h('input', { type: 'number', id: `looks-${which}`, min: GRID, max: 2000, step: GRID, onchange: () => resize() });
  const [width, height] = [size('width'), size('height')];
  const label = h('input', {
    type: 'text',
    id: 'looks-label',
    placeholder: t('page.draw.looks.label'),
    onchange: () => change({ do: 'set-circuit', name: 'clabel', value: label.value }),
  });
  const change = async (/** @type {Change} */ wanted) => {
    says.textContent = (await desk.change(wanted)) ? '' : desk.why();
    await draw();
  };
  const resize = () => change({ do: 'resize-box', width: Number(width.value), height: Number(height.value) });

  const port = (/** @type {Looks['ports'][number]} */ one, /** @type {SVGSVGElement} */ drawing) => {
    const [x, y] = one.at;
    const label = one.label || '?';
    const name = one.output ? t('page.draw.looks.output', { name: label }) : t('page.draw.looks.input', { name: label });
    const mark = s(
      'g',
      {
        class: `port ${one.output ? 'output' : 'input'}`,
        tabindex: 0,
        role: 'button',
        'aria-label': `${name}, ${x}, ${y}`,
        'data-port': one.label,
        transform: `translate(${x} ${y})`,
      },
      one.output ? s('circle', { r: 5 }) : s('rect', { x: -4, y: -4, width: 8, height: 8 }),
      s('title', null, name),
      s('text', { y: -8, 'text-anchor': 'middle', 'font-size': 9 }, one.label),
    );
    const at = (/** @type {PointerEvent} */ event) => {
      const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM()?.inverse());
      return /** @type {[number, number]} */ ([nearest(place.x), nearest(place.y)]);
    };
    let held = false;
    mark.addEventListener('pointerdown', (event) => ((held = true), mark.setPointerCapture(event.pointerId)));
    mark.addEventListener('pointermove', (event) => held && mark.setAttribute('transform', `translate(${at(event).join(' ')})`));
    mark.addEventListener('pointerup', (event) => {
      held = false;
      const to = at(event);
      if (to[0] !== x || to[1] !== y) change({ do: 'move-port', pin: one.pin, to });
    });
    mark.addEventListener('keydown', (event) => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      change({ do: 'move-port', pin: one.pin, to: [x + step[0], y + step[1]] });
    });
    return mark;
  };

  const draw = async () => {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.port;
    const looks = await desk.looks();
    const places = [
      ...looks.ports.map(({ at }) => at),
      looks.anchor,
      ...(looks.frame
        ? [
            [looks.frame[0], looks.frame[1]],
            [looks.frame[2], looks.frame[3]],
          ]
        : []),
    ];
    const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs) - ROOM, Math.min(...ys) - ROOM];
    const [wide, high] = [Math.max(...xs) + ROOM - left, Math.max(...ys) + ROOM - top];
    const drawing = s('svg', {
      viewBox: `${left} ${top} ${wide} ${high}`,
      class: 'looks-drawing',
      role: 'group',
      'aria-label': t('page.draw.looks'),
    });
    const own = new DOMParser().parseFromString(looks.svg, 'image/svg+xml').documentElement;
    drawing.append(...[...own.childNodes].map((node) => document.importNode(node, true)));
    const [x, y] = looks.anchor;
    drawing.append(s('circle', { cx: x, cy: y, r: 7, class: 'anchor' }, s('title', null, t('page.draw.looks.anchor'))));
    drawing.append(...looks.ports.map((one) => port(one, drawing)));
    refill(picture, drawing);
    if (focused !== undefined)
      /** @type {SVGElement | null} */ (drawing.querySelector(`[data-port="${CSS.escape(focused)}"]`))?.focus();
    for (const [field, value] of /** @type {[HTMLInputElement, number][]} */ ([
      [width, looks.frame ? looks.frame[2] - looks.frame[0] : 0],
      [height, looks.frame ? looks.frame[3] - looks.frame[1] : 0],
    ])) {
      field.value = String(value);
      field.disabled = !looks.frame;
    }
    revert.disabled = !looks.custom;
  };
  const revert = h(
    'button',
    { type: 'button', class: 'button', id: 'looks-revert', onclick: () => change({ do: 'revert-appearance' }) },
    t('page.draw.looks.revert'),
  );
  await draw();
  return sheet(
    t('page.draw.looks'),
    () => [
      h('p', { class: 'soft small' }, t('page.draw.looks.about')),
      picture,
      h(
        'div',
        { class: 'looks-fields' },
        h('label', null, t('page.draw.looks.width'), width),
        h('label', null, t('page.draw.looks.height'), height),
        h('label', null, t('page.draw.looks.label'), label),
      ),
      says,
      h('div', { class: 'buttons end' }, revert),
    ],
    'wide',
  );
}
