import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DrawFront, Language, PublicConfig } from '@hearth/contract';
import type { FastifyRequest } from 'fastify';

/** Draws the page about the product that was asked for, with its words and prices in it. */
export type FrontPages = (
  request: FastifyRequest,
  language: Language,
  config: PublicConfig,
) => Promise<string>;

export async function readFrontPages(folder: string): Promise<FrontPages> {
  const file = pathToFileURL(resolve(join(folder, 'server/front.mjs'))).href;
  const { drawFront } = (await import(file)) as { readonly drawFront: DrawFront };
  return (request, language, config) => {
    const { pathname, search } = new URL(request.url, 'http://localhost');
    const [locale] = (request.headers['accept-language'] ?? '').split(/[,;]/);
    return drawFront(config, {
      path: pathname === '/pricing' ? pathname : '/',
      search,
      language,
      locale,
    }).catch((error: unknown) => {
      // The browser draws the page too, a little later.
      request.log.error({ err: error }, 'front page drawing failed');
      return '';
    });
  };
}
