import type { FastifyInstance } from 'fastify';
import type { Avatars } from '../../modules/identity/index.ts';
import { refuse } from '../../platform/refusal.ts';

/** Pictures of social providers, from our own origin, so that the provider does not see who looks at them. */
export async function registerAvatars(
  app: FastifyInstance,
  { avatars }: { readonly avatars: Avatars },
): Promise<void> {
  const route = { config: { call: 'avatar' } };
  app.get<{ Params: { id: string } }>('/avatars/:id', route, async (request, reply) => {
    const picture = (await avatars.find(request.params.id)) ?? refuse('request/unknown-path');
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .type(picture.contentType)
      .send(picture.content);
  });
}
