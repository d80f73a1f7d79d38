/** A view whose scripts are fetched when it is first shown: not everybody who plays a game takes the machine apart. */
import { h } from './dom.js';

/**
 * @param {() => string} title
 * @param {() => Promise<import('../main.js').MakeView>} fetch
 * @returns {import('../main.js').MakeView}
 */
export function later(title, fetch) {
  return (app, rest) => {
    const element = h('div', { class: 'later', 'aria-busy': 'true' }, h('h1', { class: 'hidden' }, title()));
    /** @type {import('../main.js').View | null} */
    let view = null;
    let left = false;
    const come = async () => {
      try {
        const make = await fetch();
        if (left) return;
        view = make(app, rest);
        element.replaceWith(view.element);
      } catch (error) {
        element.removeAttribute('aria-busy');
        if (!left) app.fail(error);
      }
    };
    void come();
    return {
      element,
      title: title(),
      keys: (event) => view?.keys?.(event) ?? false,
      leave() {
        left = true;
        view?.leave();
      },
    };
  };
}
