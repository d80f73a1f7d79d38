/** One choice out of a few, all in sight. */
import { h } from './dom.js';

/**
 * @param {object} options
 * @param {string} options.legend
 * @param {string} options.name
 * @param {string} options.value
 * @param {[value: string, text: string, disabled?: boolean][]} options.choices
 * @param {(value: string) => void} options.onchange
 * @param {boolean} [options.quiet] hides the legend from the eye
 */
export function segments({ legend, name, value, choices, onchange, quiet }) {
  return h(
    'fieldset',
    { class: 'field' },
    h('legend', { class: quiet ? 'hidden' : undefined }, legend),
    h(
      'div',
      { class: 'segments' },
      choices.map(([choice, text, disabled]) =>
        h(
          'label',
          null,
          h('input', {
            type: 'radio',
            name,
            value: choice,
            checked: choice === value,
            disabled,
            onchange: () => onchange(choice),
          }),
          h('span', null, text),
        ),
      ),
    ),
  );
}
