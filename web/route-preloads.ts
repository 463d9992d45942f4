import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, type Rolldown, runnerImport } from 'vite';
import { pagePaths } from '../contract/src/pages.ts';
import type { Guard } from './src/pages.ts';

type Pages = typeof import('./src/pages.ts')['pages'];

const pathEntries = Object.entries(pagePaths) as [keyof typeof pagePaths, string][];

const frame = ['src/app/providers-signed-in.tsx', 'src/app/layouts/shell.tsx'];
const project = [...frame, 'src/app/layouts/subscription-layout.tsx'];
const owner = [...project, 'src/app/guards-permission.tsx'];
const admin = [...owner, 'src/app/guards-paid.tsx'];

/** Modules around the pages that are for signed-in people only. */
const modulesAround: Partial<Record<Guard, readonly string[]>> = {
  account: frame,
  'no-project': project,
  member: project,
  admin,
  paid: admin,
  owner,
};

/** Start of a page in the browser: its modules and component, and its file of words. */
interface Start {
  readonly code: readonly string[];
  readonly words: string;
}

type Starts = Readonly<Record<string, Start>>;

/** Starts by address; those of `inside` are for signed-in people only. Pages of local mode have none. */
export function startsOf(pages: Pages): Readonly<Record<'outside' | 'inside', Starts>> {
  const outside: Record<string, Start> = {};
  const inside: Record<string, Start> = {};
  // Signed-in people are led from / to the dashboard.
  for (const [name, path] of [...pathEntries, ['dashboard', pagePaths.home] as const]) {
    const { guard, component, words } = pages[name];
    const around = modulesAround[guard];
    const file = words === 'all' ? 'index' : words;
    if (around) {
      const frameWords = guard === 'account' ? 'home' : 'index';
      inside[path] = { code: [...around, component], words: file ?? frameWords };
    } else {
      outside[path] = { code: [component], words: file ?? 'public' };
    }
  }
  return {
    outside,
    inside: {
      ...inside,
      // Pages of the product on Hearth; the last ones, since other addresses fit these too.
      '/account/*': { code: [...frame, 'AppPage'], words: 'index' },
      '/subscription/:id/*': { code: [...project, 'AppPage'], words: 'index' },
    },
  };
}

/** Fills in which documents the page's own script asks for at which address. */
export function writeEarlyDocuments(html: string, pages: Pages): string {
  const documents = pathEntries.flatMap(([name, path]) => {
    const { early } = pages[name];
    return early ? [[path, early]] : [];
  });
  return html.replace('__EARLY_DOCUMENTS__', JSON.stringify(Object.fromEntries(documents)));
}

/** Writes what the page's own script asks for into the page, and which files the page of an address may name for the browser to fetch beside the first one. */
export function routePreloads(): Plugin {
  let pages: Pages;
  return {
    name: 'route-preloads',
    async buildStart() {
      const file = join(import.meta.dirname, 'src/pages.ts');
      ({ pages } = (await runnerImport<{ readonly pages: Pages }>(file)).module);
    },
    transformIndexHtml: (html) => writeEarlyDocuments(html, pages),
    async writeBundle({ dir = '' }, bundle) {
      // The first file of the page is named already.
      const chunks = Object.values(bundle)
        .filter((output) => output.type === 'chunk')
        .filter(({ isEntry }) => !isEntry);
      const has = (id: string, name: string) =>
        id.endsWith(`/${name}`) ||
        (id.includes('/web/src/') && this.getModuleInfo(id)?.exports?.includes(name) === true);
      const findChunk = (name: string) =>
        chunks.find(({ moduleIds }) => moduleIds.some((id) => has(id, name)));
      const filesOf = (names: readonly string[]) => {
        const files = new Set<string>();
        for (const name of names) {
          const chunk = findChunk(name);
          if (!chunk) {
            throw new Error(`No chunk has ${name}.`);
          }
          addFiles(chunk.fileName, chunks, files);
        }
        return [...files].map((file) => `/${file}`);
      };
      const wordsIn = (language: string, words: string) => {
        const own = `app/web/locales/${language}.ts`;
        return filesOf([
          ...['public', words].map((name) => `web/src/shared/i18n/locales/${language}/${name}.ts`),
          // The words of the product on Hearth come with those of all signed-in screens.
          ...(words === 'index' && findChunk(own) ? [own] : []),
        ]);
      };
      const toFiles = (starts: Starts) =>
        Object.fromEntries(
          Object.entries(starts).map(([path, { code, words }]) => [
            path,
            { code: filesOf(code), words: { en: wordsIn('en', words), zh: wordsIn('zh', words) } },
          ]),
        );
      const { outside, inside } = startsOf(pages);
      const preloads = { outside: toFiles(outside), inside: toFiles(inside) };
      await writeFile(join(dir, 'preloads.json'), JSON.stringify(preloads));
    },
  };
}

/** Adds the file of a chunk and those of all that it imports. */
function addFiles(
  fileName: string,
  chunks: readonly Rolldown.OutputChunk[],
  files: Set<string>,
): void {
  const chunk = chunks.find((each) => each.fileName === fileName);
  if (chunk && !files.has(fileName)) {
    files.add(fileName);
    for (const imported of chunk.imports) {
      addFiles(imported, chunks, files);
    }
  }
}
