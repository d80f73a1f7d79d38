/** The four tools of the editor, each with its word and its key: work the circuit by hand, select, draw wires, write. */
import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';

/** @typedef {'press' | 'select' | 'wire' | 'text'} ToolName */

/** @typedef {{name: ToolName, picture: string, key: string, word: () => string, about: () => string}} Tool */

/** @type {Tool[]} */
const TOOLS = [
  {
    name: 'press',
    picture: 'hand',
    key: 'p',
    word: () => t('page.draw.tool.press'),
    about: () => t('page.draw.tool.press.about'),
  },
  {
    name: 'select',
    picture: 'arrow',
    key: 'v',
    word: () => t('page.draw.tool.select'),
    about: () => t('page.draw.tool.select.about'),
  },
  { name: 'wire', picture: 'wire', key: 'w', word: () => t('page.draw.tool.wire'), about: () => t('page.draw.tool.wire.about') },
  { name: 'text', picture: 'text', key: 't', word: () => t('page.draw.tool.text'), about: () => t('page.draw.tool.text.about') },
];

export class Tools {
  /** @param {(tool: ToolName) => void} choose */
  constructor(choose) {
    this.buttons = TOOLS.map(({ name, picture, key, word, about }) =>
      h(
        'button',
        {
          type: 'button',
          class: 'edit-tool',
          id: `edit-${name}`,
          'aria-pressed': 'false',
          'aria-keyshortcuts': key,
          title: `${about()} (${key.toUpperCase()})`,
          onclick: () => choose(name),
        },
        icon(picture),
        h('span', null, word()),
      ),
    );
    this.element = h('div', { class: 'edit-tools', role: 'group', 'aria-label': t('page.draw.tools') }, this.buttons);
  }

  /** @param {ToolName} tool */
  show(tool) {
    for (const [at, { name }] of TOOLS.entries()) this.buttons[at].setAttribute('aria-pressed', String(name === tool));
  }

  /** The tool of a key. @param {string} key @returns {ToolName | undefined} */
  static of(key) {
    return TOOLS.find((tool) => tool.key === key)?.name;
  }
}
