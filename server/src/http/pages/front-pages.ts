import { access } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DrawFront, Language, PublicConfig } from '@hearth/contract';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config/config.ts';

interface Visit {
  readonly request: FastifyRequest;
  /** As `toRoute` gives it. */
  readonly path: string;
  readonly language: Language;
}

/** Draws the page about the product that was asked for, with its words and prices in it. */
export type FrontPages = (visit: Visit, config: PublicConfig) => Promise<string>;

/** React is loaded with the first visit, so that a start does not wait for it. */
export async function readFrontPages({
  folders,
  otherLanguages,
}: Pick<Config, 'folders' | 'otherLanguages'>): Promise<FrontPages> {
  const file = resolve(join(folders.web, 'server/front.mjs'));
  await access(file).catch((cause) => {
    throw new Error('The web is not built. Run: npm run build', { cause });
  });
  return async ({ request, path, language }, config) => {
    const { search } = new URL(request.url, 'http://localhost');
    const screens = otherLanguages[language]?.screens;
    const words = screens && { ...screens.public, ...screens.front };
    const [locale] = (request.headers['accept-language'] ?? '').split(/[,;]/);
    const asked = path === '/pricing' ? path : '/';
    try {
      // Node.js keeps a module that was loaded.
      const { drawFront } = (await import(pathToFileURL(file).href)) as {
        readonly drawFront: DrawFront;
      };
      return await drawFront(config, { path: asked, search, language, words, locale });
    } catch (error) {
      // The browser draws the page too, a little later.
      request.log.error({ err: error }, 'front page drawing failed');
      return '';
    }
  };
}
