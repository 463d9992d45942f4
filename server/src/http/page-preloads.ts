import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@hearth/contract';

type Lists = Readonly<Record<string, readonly string[]>>;

/** As the build of the web writes it. */
interface Preloads {
  readonly outside: Lists;
  readonly inside: Lists;
  readonly words: {
    readonly outside: Readonly<Record<Language, readonly string[]>>;
    readonly inside: Readonly<Record<Language, readonly string[]>>;
  };
}

interface Visit {
  readonly path: string;
  readonly language: Language;
  /** The browser has a session, which may have ended. */
  readonly hasSession: boolean;
}

export interface PageStart {
  /** Link elements for the files that the page will ask for anyway. */
  readonly links: string;
  /** Whether a screen of signed-in people is about to come. */
  readonly isInside: boolean;
}

/** How the page of an address begins. Without the list of the build, which tests do not have, nothing is preloaded. */
export async function readPageStarts(folder: string): Promise<(visit: Visit) => PageStart> {
  const preloads = await readPreloads(folder);
  return ({ path, language, hasSession }) => {
    const files = preloads?.inside[nameOf(path, preloads.inside)];
    if (files && hasSession) {
      return { links: toLinks([...files, ...wordsOf(preloads, language, true)]), isInside: true };
    }
    // A visitor of an inside screen is sent to sign in.
    const shown = preloads?.outside[files ? '/signin' : path];
    const words = shown ? wordsOf(preloads, language, false) : [];
    return { links: toLinks([...(shown ?? []), ...words]), isInside: false };
  };
}

async function readPreloads(folder: string): Promise<Preloads | undefined> {
  const text = await readFile(join(folder, 'preloads.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Preloads);
}

/** The address with its project's id taken out. */
function nameOf(path: string, lists: Lists): string {
  const name = path.replace(/^\/subscription\/[^/]+/, '/subscription/:id');
  return Object.hasOwn(lists, name) ? name : '';
}

function wordsOf(
  preloads: Preloads | undefined,
  language: Language,
  isInside: boolean,
): readonly string[] {
  const { outside, inside } = preloads?.words ?? {};
  return [...(outside?.[language] ?? []), ...(isInside ? (inside?.[language] ?? []) : [])];
}

function toLinks(files: readonly string[]): string {
  return [...new Set(files)]
    .map((file) => `<link rel="modulepreload" crossorigin href="${file}">`)
    .join('');
}
