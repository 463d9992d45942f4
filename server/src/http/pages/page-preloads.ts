import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@hearth/contract';
import type { FirstPicture } from './first-picture.ts';

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
  /** As `toRoute` gives it. */
  readonly path: string;
  readonly language: Language;
  /** The browser has a session, which may have ended. */
  readonly hasSession: boolean;
}

export interface PageStart {
  /** Link elements for the files that the page will ask for anyway. */
  readonly links: string;
  readonly first: FirstPicture;
}

/** How the page of an address begins. Without the list of the build, which tests do not have, nothing is preloaded. */
export async function readPageStarts(
  folder: string,
  hasLanding: boolean,
): Promise<(visit: Visit) => PageStart> {
  const preloads = await readPreloads(folder);
  const findInside = preloads && finderOf(preloads.inside);
  return ({ path, language, hasSession }) => {
    const inside = findInside?.(path);
    if (inside && hasSession) {
      return { links: toLinks(inside, language), first: 'frame' };
    }
    const isLanding = path === '/' && hasLanding;
    // A visitor of an inside screen is sent to sign in.
    const outside = preloads?.outside[inside && !isLanding ? '/signin' : path];
    const isFront = isLanding || path === '/pricing';
    return { links: toLinks(outside, language), first: isFront ? 'front' : 'bar' };
  };
}

async function readPreloads(folder: string): Promise<Preloads | undefined> {
  const text = await readFile(join(folder, 'preloads.json'), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Preloads);
}

/** Finds the first screen whose address the path fits: `:id` is any part of it, `*` any rest. */
function finderOf(screens: Screens): (path: string) => Screen | undefined {
  const patterns = Object.entries(screens).map(([address, screen]) => {
    const source = address.replace(/:\w+/g, '[^/]+').replace('*', '.+');
    return { pattern: new RegExp(`^${source}$`, 'i'), screen };
  });
  return (path) => patterns.find(({ pattern }) => pattern.test(path))?.screen;
}

/** Styles and font go before these files: they are all that the first picture needs. */
function toLinks(screen: Screen | undefined, language: Language): string {
  return [...new Set([...(screen?.code ?? []), ...(screen?.words[language] ?? [])])]
    .map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`)
    .join('');
}
