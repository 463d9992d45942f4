import { wordsPath } from '@hearth/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { alsoUnderLoad } from '../health.ts';
import { packOnce } from './pack-once.ts';

const yearSeconds = 31_536_000;

/** Words of the languages that have a folder, each part under an address that changes with them. */
export function serveWords(
  app: FastifyInstance,
  { otherLanguages }: Pick<Config, 'otherLanguages'>,
): void {
  for (const [language, { screens, version }] of Object.entries(otherLanguages)) {
    for (const [part, words] of Object.entries(screens)) {
      const send = packOnce(JSON.stringify(words));
      const route = { config: { call: 'file', ...alsoUnderLoad } };
      app.get(wordsPath({ language, version, part }), route, (request, reply) =>
        send(
          request,
          reply
            .header('cache-control', `public, max-age=${yearSeconds}, immutable`)
            .type('application/json; charset=utf-8'),
        ),
      );
    }
  }
}
