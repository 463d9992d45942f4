import type { FastifyInstance } from 'fastify';
import { picturesOf } from '../../config/brand.ts';
import type { Config } from '../../config/config.ts';
import { refuse } from '../../platform/refusal.ts';

/** Logos and icon of the operator's brand. Emails show them too, so they may be embedded anywhere. */
export async function registerBrand(
  app: FastifyInstance,
  { config }: { readonly config: Config },
): Promise<void> {
  const pictures = picturesOf(config.brand);
  app.get('/brand/:file', { config: { call: 'brand' } }, async (request, reply) => {
    const picture = pictures.get(request.url.split('?')[0] ?? '') ?? refuse('request/unknown-path');
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .type(picture.contentType)
      .send(picture.content);
  });
}
