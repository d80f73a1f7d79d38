/**
 * Work to start from: the examples of the documentation.
 * `files` lie below `examples/`, the first is shown; `hardware` is a circuit of the consoles.
 * @typedef {{files: string[], hardware?: string, title: () => string, about: () => string}} Example
 */
import { sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';
import { kindOf } from './work.js';

/** @type {Example[]} */
const PROGRAMS_AND_CIRCUITS = [
  { files: ['cdm8/sum.asm'], title: () => t('page.bench.example.sum'), about: () => t('page.bench.example.sum.about') },
  {
    files: ['cdm8/multiply.asm'],
    title: () => t('page.bench.example.multiply'),
    about: () => t('page.bench.example.multiply.about'),
  },
  { files: ['cdm8/sort.asm'], title: () => t('page.bench.example.sort'), about: () => t('page.bench.example.sort.about') },
  {
    files: ['cdm8/mistakes.asm'],
    title: () => t('page.bench.example.mistakes'),
    about: () => t('page.bench.example.mistakes.about'),
  },
  {
    files: ['circuit/stopwatch.circ', 'circuit/stopwatch.script'],
    title: () => t('page.bench.example.stopwatch'),
    about: () => t('page.bench.example.stopwatch.about'),
  },
  {
    files: ['circuit/adder.circ', 'circuit/adder.vectors', 'circuit/grade.script'],
    title: () => t('page.bench.example.adder'),
    about: () => t('page.bench.example.adder.about'),
  },
  {
    files: ['circuit/student.circ', 'circuit/grade.script'],
    title: () => t('page.bench.example.student'),
    about: () => t('page.bench.example.student.about'),
  },
  { files: ['circuit/hello.circ'], title: () => t('page.bench.example.hello'), about: () => t('page.bench.example.hello.about') },
];

/** @type {Example[]} */
const PROCESSORS = [
  {
    files: ['cdm8.circ'],
    hardware: 'cdm8/cdm8.circ',
    title: () => t('page.bench.example.cdm8'),
    about: () => t('page.bench.example.cdm8.about'),
  },
  {
    files: ['cdm8-bench.circ'],
    hardware: 'cdm8/bench.circ',
    title: () => t('page.bench.example.testbed'),
    about: () => t('page.bench.example.testbed.about'),
  },
];

/**
 * The boards of the consoles; one that has the rules of another plays otherwise, which is the mirror.
 * @param {import('../engine.js').Engine} engine
 * @returns {Promise<Example[]>}
 */
async function boards(engine) {
  const consoles = await engine.workbench('consoles', {});
  const [own, other] = [true, false].map((own) => consoles.filter(({ model, rules }) => (model === rules) === own));
  return [
    ...own.map(({ model, path }) => ({
      files: [nameOf(path)],
      hardware: path,
      title: () => t('page.bench.example.console', { model }),
      about: () => t('page.bench.example.console.about'),
    })),
    ...other.map(({ path }) => ({
      files: [nameOf(path)],
      hardware: path,
      title: () => t('page.bench.example.mirror'),
      about: () => t('page.bench.example.mirror.about'),
    })),
  ];
}

/**
 * @param {string} path
 * @returns {Promise<import('./work.js').WorkFile>}
 */
async function fetched(path) {
  const answer = await fetch(`examples/${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return { name: path.replace(/^.*\//, ''), text: await answer.text() };
}

/**
 * A library keeps the name that circuits call it by; boards of different years need names of their own.
 * @param {string} path
 */
const nameOf = (path) => (path === 'cdm8/cdm8.circ' ? 'cdm8.circ' : path.replace('/', '-'));

/**
 * @param {import('../engine.js').Engine} engine
 * @param {Example} example
 * @returns {Promise<import('./work.js').WorkFile[]>}
 */
export async function filesOf(engine, example) {
  if (!example.hardware) return Promise.all(example.files.map(fetched));
  const files = await engine.workbench('hardware', { path: example.hardware });
  return files.map(({ path, text }) => ({ name: nameOf(path), text }));
}

/**
 * The boards join the list when the engine has said which there are; nobody waits for that.
 * @param {import('../main.js').App} app
 * @returns {Promise<Example | null>} the one that was chosen
 */
export async function examplesSheet(app) {
  /** @type {Map<string, Example>} */
  const examples = new Map();
  const chosen = await sheet(t('page.bench.examples'), (close) => {
    const row = (/** @type {Example} */ example) => {
      const { files, title, about } = example;
      examples.set(files[0], example);
      return h(
        'button',
        { class: 'menu-item', type: 'button', 'data-example': files[0], onclick: () => close(files[0]) },
        icon(kindOf(files[0]) === 'circuit' ? 'chip' : 'file'),
        h('span', null, h('strong', null, title()), h('span', { class: 'small soft' }, about())),
      );
    };
    const processors = PROCESSORS.map(row);
    boards(app.engine).then((all) => processors[0].before(...all.map(row)), app.fail);
    return h('div', { class: 'menu' }, PROGRAMS_AND_CIRCUITS.map(row), processors);
  });
  return examples.get(chosen ?? '') ?? null;
}
