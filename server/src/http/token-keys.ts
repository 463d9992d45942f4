import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import {
  type IdTokens,
  idTokenClaims,
  publicKeysMaxAgeSeconds,
  signingAlgorithm,
} from '../modules/identity/index.ts';
import { createClientOrigins } from './client-origins.ts';
import { describeHostedSignIn } from './hosted-sign-in-discovery.ts';

interface TokenKeys {
  readonly config: Config;
  readonly idTokens: IdTokens;
}

const keysPath = '/.well-known/jwks.json';

/** Google's name of the account that signs ID tokens; libraries ask for its keys. */
const signer = 'securetoken@system.gserviceaccount.com';

/** Documents with which other programs check our ID tokens: OpenID Connect's, and Google's addresses of the same. */
export function registerTokenKeys(
  app: FastifyInstance,
  { config: { publicUrl, clients, product }, idTokens }: TokenKeys,
): void {
  const discovery = {
    issuer: publicUrl,
    jwks_uri: `${publicUrl}${keysPath}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [signingAlgorithm],
    claims_supported: idTokenClaims,
    ...(clients.length > 0 && describeHostedSignIn(publicUrl, product.languages)),
  };
  const documents = {
    '/.well-known/openid-configuration': async () => discovery,
    [keysPath]: async () => ({ keys: await idTokens.publicKeys() }),
    [`/service_accounts/v1/jwk/${signer}`]: async () => ({ keys: await idTokens.publicKeys() }),
    [`/robot/v1/metadata/x509/${signer}`]: () => idTokens.certificates(),
  };
  const allowOrigin = createClientOrigins(clients);
  for (const [path, read] of Object.entries(documents)) {
    app.get(path, { config: { call: 'publicKeys' } }, async (request, reply) => {
      reply.header('cache-control', `public, max-age=${publicKeysMaxAgeSeconds}`);
      allowOrigin(request, reply);
      return await read();
    });
  }
}
