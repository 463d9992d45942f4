import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@hearth/contract';

/** Files of a screen. */
interface Screen {
  readonly code: readonly string[];
  readonly words: Readonly<Record<Language, readonly string[]>>;
}

type Screens = Readonly<Record<string, Screen>>;

/** Content of the file that the build of the web writes. */
interface Preloads {
  readonly outside: Screens;
  readonly inside: Screens;
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
export async function readPageStarts(
  folder: string,
  hasLanding: boolean,
): Promise<(visit: Visit) => PageStart> {
  const preloads = await readPreloads(folder);
  return ({ path, language, hasSession }) => {
    const inside = preloads?.inside[nameOf(path, preloads.inside)];
    if (inside && hasSession) {
      return { links: toLinks(inside, language), isInside: true };
    }
    // A visitor of an inside screen is sent to sign in.
    const isLanding = path === '/' && hasLanding;
    const outside = preloads?.outside[inside && !isLanding ? '/signin' : path];
    return { links: outside ? toLinks(outside, language) : '', isInside: false };
  };
}

async function readPreloads(folder: string): Promise<Preloads | undefined> {
  const text = await readFile(join(folder, 'preloads.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Preloads);
}

/** The address with its project's id taken out. */
function nameOf(path: string, screens: Screens): string {
  const name = path.replace(/^\/subscription\/[^/]+/, '/subscription/:id');
  return Object.hasOwn(screens, name) ? name : '';
}

function toLinks({ code, words }: Screen, language: Language): string {
  return [...new Set([...code, ...words[language]])]
    .map((file) => `<link rel="modulepreload" crossorigin href="${file}">`)
    .join('');
}
