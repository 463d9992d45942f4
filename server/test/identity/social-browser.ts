import { expect } from 'vitest';
import type { TestApp } from '../harness/test-app.ts';
import { type Answer, cookieIdentity } from '../harness/wire-client.ts';

/** One browser that signs in by a provider; its cookies are its own. */
export interface SocialBrowser {
  /** The provider's page for a sign-in that begins now. */
  begin(providerId?: string): Promise<string>;
  /** Ends the sign-in as our page does with the address that the provider led back to. */
  finish(requestUri: string, more?: object): Promise<Answer>;
  call(path: string, body: object): Promise<Answer>;
  readonly cookies: Map<string, string>;
}

export function openBrowser(app: TestApp): SocialBrowser {
  const cookies = new Map<string, string>();
  async function call(path: string, body: object) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await cookieIdentity(app, { path, body, cookie });
    for (const { name, value } of answer.cookies) {
      cookies.set(name, value);
    }
    return answer;
  }
  return {
    cookies,
    call,
    async begin(providerId = 'google.com') {
      const continueUri = `${app.config.publicUrl}/auth/callback`;
      const answer = await call('/v1/accounts:createAuthUri', { providerId, continueUri });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json().authUri;
    },
    finish: (requestUri, more = {}) =>
      call('/v1/accounts:signInWithIdp', { requestUri, returnSecureToken: true, ...more }),
  };
}

/** The address that the sandbox's page leads to when somebody presses Continue. */
export function pressContinue(authUri: string, claims: object): string {
  const page = new URL(authUri);
  const url = new URL('/auth/callback', page.origin);
  const nonce = page.searchParams.get('nonce');
  const code = Buffer.from(JSON.stringify({ ...claims, nonce })).toString('base64url');
  url.searchParams.set('state', page.searchParams.get('state') ?? '');
  url.searchParams.set('code', code);
  return url.href;
}
