import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, runnerImport } from 'vite';

type ListEnglishWords = typeof import('./english-words.ts')['listEnglishWords'];

type AppWords = Parameters<ListEnglishWords>[0];

const appWords = join(import.meta.dirname, '../app/web/locales/en.ts');

/** Writes the English words for the server, which lays those of a language with a folder over them. */
export function englishWords(): Plugin {
  return {
    name: 'english-words',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const file = join(import.meta.dirname, 'english-words.ts');
      const { module } = await runnerImport<{ readonly listEnglishWords: ListEnglishWords }>(file);
      const app = existsSync(appWords)
        ? (await runnerImport<{ readonly words: AppWords }>(appWords)).module.words
        : { refusals: {}, activity: {} };
      await writeFile(join(dir, 'words.json'), JSON.stringify(module.listEnglishWords(app)));
    },
  };
}
