import { socialCallbackPath } from '@hearth/contract';
import type { FastifyInstance } from 'fastify';
import { belongsToPopup, keepOpener } from './pages/popup-pages.ts';

/** Fields of a provider's form; any other field is dropped. */
const fields = ['code', 'state', 'user', 'iss', 'error'] as const;
const longestField = 4_096;

/**
 * Apple leads back by a form. It becomes the address that other providers lead to: our page ends
 * the sign-in, so this request, which comes from another site, decides nothing.
 */
export async function registerSocialCallback(app: FastifyInstance): Promise<void> {
  app.post(socialCallbackPath, { config: { call: 'socialCallback' } }, (request, reply) => {
    const form = (request.body ?? {}) as Record<string, unknown>;
    const search = new URLSearchParams();
    for (const name of fields) {
      const value = form[name];
      if (typeof value === 'string' && value.length <= longestField) {
        search.set(name, value);
      }
    }
    if (belongsToPopup(form.state)) {
      keepOpener(reply);
    }
    return reply
      .header('cache-control', 'no-store')
      .redirect(`${socialCallbackPath}?${search}`, 303);
  });
}
