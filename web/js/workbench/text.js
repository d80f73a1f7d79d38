/** A file that is neither a program nor a circuit: expectations, scripts, test vectors, images, notes. */
import { Code } from '../code/code.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';

export class TextPane {
  /**
   * @param {import('./work.js').Work} work
   * @param {import('./work.js').WorkFile} file
   */
  constructor(work, file) {
    this.code = new Code({
      label: t('page.bench.source', { name: file.name }),
      text: file.text,
      words: { instructions: [], directives: [], macros: [] },
      onchange: (text) => {
        file.text = text;
        work.keep();
      },
    });
    this.element = h('div', { class: 'bench-text' }, this.code.element);
  }

  leave() {
    this.code.leave();
  }
}
