// Bundles entry.js into web/generated/editor.js, with the types of editor.d.ts and the licences of what went in beside it.
import { copyFile, readFile, readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const out = here('../generated/editor.js');

const { metafile } = await build({
  entryPoints: [here('entry.js')],
  outfile: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  metafile: true,
  banner: { js: '/* CodeMirror 6. Licences: editor.licences.txt */' },
  logLevel: 'warning',
});

const names = Object.keys(metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
const packages = [...new Set(names)].filter((name) => name !== undefined).sort();
const texts = await Promise.all(packages.map(licence));
await writeFile(here('../generated/editor.licences.txt'), texts.join('\n\n'));
await copyFile(here('editor.d.ts'), here('../generated/editor.d.ts'));

/** @param {string} name */
async function licence(name) {
  const folder = here(`node_modules/${name}/`);
  const { version, license } = JSON.parse(await readFile(`${folder}package.json`, 'utf8'));
  const file = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  if (!file) throw new Error(`${name} has no licence text`);
  return `${name} ${version} (${license})\n\n${(await readFile(folder + file, 'utf8')).trim()}\n`;
}
