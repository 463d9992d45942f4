import { type Language, userInfoPath } from '@hearth/contract';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { claimsOfScopes } from '../modules/hosted-sign-in/index.ts';
import {
  type IdTokens,
  idTokenClaims,
  publicKeysMaxAgeSeconds,
  signingAlgorithm,
} from '../modules/identity/index.ts';
import { createClientOrigins } from './client-origins.ts';

const keysPath = '/.well-known/jwks.json';

/** Google's name of the account that signs ID tokens; libraries ask for its keys. */
const signer = 'securetoken@system.gserviceaccount.com';

/** Documents with which other programs check our ID tokens: OpenID Connect's, and Google's addresses of the same. */
export function registerTokenKeys(
  app: FastifyInstance,
  {
    config: { publicUrl, clients, product },
    idTokens,
  }: { readonly config: Config; readonly idTokens: IdTokens },
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

const authMethods = ['none', 'client_secret_basic', 'client_secret_post'];

/** Fields of the discovery document with which OpenID clients find the hosted sign-in. */
function describeHostedSignIn(publicUrl: string, languages: readonly Language[]) {
  const claims = [...idTokenClaims, ...Object.values(claimsOfScopes).flat()];
  return {
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    userinfo_endpoint: `${publicUrl}${userInfoPath}`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    end_session_endpoint: `${publicUrl}/oauth/logout`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'fragment', 'form_post'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint_auth_methods_supported: authMethods,
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: languages,
    scopes_supported: Object.keys(claimsOfScopes),
    claims_supported: [...new Set(claims)],
    claims_parameter_supported: false,
    request_uri_parameter_supported: false,
  };
}
