import { type Language, userInfoPath } from '@hearth/contract';
import { claimsOfScopes } from '../modules/hosted-sign-in/index.ts';
import { idTokenClaims } from '../modules/identity/index.ts';

const authMethods = ['none', 'client_secret_basic', 'client_secret_post'];

/** Fields of the discovery document with which OpenID clients find the hosted sign-in. */
export function describeHostedSignIn(publicUrl: string, languages: readonly Language[]) {
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
