import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './make-folder.ts';

const shipped = join(import.meta.dirname, '../../../config');

export type PlantedFiles = Readonly<Record<string, unknown>>;

/** A configuration with the languages, and a folder of words for French; the file of its settings. A text is written as it is, anything else as JSON. */
export function plantFrench(
  files: PlantedFiles,
  settings: object = { languages: ['en', 'zh', 'fr'] },
  folder = makeFolder('languages'),
): string {
  cpSync(join(shipped, 'locales'), join(folder, 'locales'), { recursive: true });
  const french = join(folder, 'locales/fr');
  mkdirSync(french);
  for (const [name, content] of Object.entries(files)) {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(french, name), text);
  }
  const file = join(folder, 'hearth.json');
  const product = JSON.parse(readFileSync(join(shipped, 'hearth.json'), 'utf8'));
  writeFileSync(file, JSON.stringify({ ...product, ...settings }));
  return file;
}
