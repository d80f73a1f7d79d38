/**
 * Elements without ceremony: `h('button', {class: 'main', onclick}, 'Play')`.
 * @typedef {Node | string | number | null | undefined | false} Child
 */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any> | null} [props] attributes; `on…` are listeners, `false` and `undefined` leave out
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  fill(element, props, children);
  return element;
}

/**
 * The same for SVG.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any> | null} [props]
 * @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function s(tag, props, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  fill(element, props, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Record<string, any> | null | undefined} props
 * @param {(Child | Child[])[]} children
 */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  put(element, ...children);
}

/**
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function put(element, ...children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * New children in place of the old ones.
 * @param {Element} element
 * @param {...(Child | Child[])} children
 */
export function refill(element, ...children) {
  element.replaceChildren();
  put(element, ...children);
}

/**
 * Text with **marked** words.
 * @param {string} text
 * @returns {Node[]}
 */
export function marked(text) {
  return text.split('**').map((part, index) => (index % 2 ? h('strong', null, part) : document.createTextNode(part)));
}

/** @returns {boolean} */
export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
