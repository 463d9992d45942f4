import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { pages } from '../pages.ts';
import { homeWords } from '../shared/i18n/locales/en/home.ts';
import { en } from '../shared/i18n/locales/en/index.ts';
import { publicWords } from '../shared/i18n/locales/en/public.ts';
import type { PageName } from '../shared/paths.ts';
import { icons } from './layouts/page-entries.ts';

const source = join(import.meta.dirname, '..');

/** Screens and parts that are shown before the words of all screens are there. */
const starts = [
  'app/providers-signed-in.tsx',
  'app/layouts/shell.tsx',
  'features/dashboard/dashboard-page.tsx',
];

/**
 * A module and all that it imports, now or later, but for the words themselves, the lists of all pages and the search,
 * which comes with the words of all screens.
 */
function collect(file: string, found: Map<string, string>): Map<string, string> {
  if (
    !found.has(file) &&
    existsSync(file) &&
    !/\/locales\/|\/(pages|page-entries)\.ts$|\/search\/palette\.tsx$/.test(file)
  ) {
    const code = readFileSync(file, 'utf8');
    found.set(file, code);
    for (const [, path = ''] of code.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      collect(join(dirname(file), path), found);
    }
  }
  return found;
}

it('has every word that the dashboard and its frame show', () => {
  const found = new Map<string, string>();
  for (const start of starts) {
    collect(join(source, start), found);
  }
  const group = new RegExp(`['"\`]((?:${Object.keys(en).join('|')})\\.[\\w.]+)`, 'g');
  const used = [...found].flatMap(([file, code]) =>
    [...code.matchAll(group)].map(([, key = '']) => ({ key, file: file.slice(source.length) })),
  );
  const known = new Set([...keysOf(homeWords), ...keysOf(publicWords)]);
  const listed = (Object.keys(icons) as PageName[]).map((name) => ({
    key: pages[name].label ?? '',
    file: 'pages.ts',
  }));
  const missing = [...used, ...listed].filter(({ key }) => !isKnown(key, known));

  expect(used.length).toBeGreaterThan(100);
  expect(missing).toEqual([]);
});

/** Every path through the words, groups included. */
function keysOf(words: object, before = ''): string[] {
  return Object.entries(words).flatMap(([name, value]) => {
    const key = `${before}${name}`;
    return typeof value === 'string' ? [key] : [key, ...keysOf(value, `${key}.`)];
  });
}

/** A key may be the beginning of several: one for each number, or one for each value of a variable. */
function isKnown(key: string, known: ReadonlySet<string>): boolean {
  return [...known].some((each) => each.startsWith(key));
}
