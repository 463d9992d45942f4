import type { OAuth2Tokens } from 'arctic';
import { refuse, refuseUnless } from '../../../platform/refusal.ts';
import { timeoutMs } from './fetch-provider.ts';

/** Exchanges the code of an answer for an access token; arctic's failures become refusals. */
export async function requestTokens(
  answer: URLSearchParams,
  exchange: (code: string) => Promise<OAuth2Tokens>,
): Promise<string> {
  const code = requireCode(answer);
  const { data } = await Promise.race([exchange(code), givingUp()]).catch(translateFailure);
  const accessToken = 'access_token' in data ? data.access_token : undefined;
  refuseUnless(typeof accessToken === 'string', 'auth/invalid-provider-answer');
  return accessToken;
}

export function requireCode(answer: URLSearchParams): string {
  const [code, ...others] = answer.getAll('code');
  refuseUnless(code && others.length === 0, 'auth/invalid-provider-answer');
  return code;
}

/** arctic itself waits for ever. */
function givingUp(): Promise<never> {
  return new Promise((_, reject) => {
    AbortSignal.timeout(timeoutMs).onabort = ({ target }) => reject((target as AbortSignal).reason);
  });
}

async function translateFailure(error: unknown): Promise<never> {
  const arctic = await import('arctic');
  const isAnswer =
    error instanceof arctic.OAuth2RequestError ||
    error instanceof arctic.UnexpectedErrorResponseBodyError ||
    (error instanceof arctic.UnexpectedResponseError && error.status < 500);
  const isOutage =
    error instanceof arctic.ArcticFetchError ||
    error instanceof arctic.UnexpectedResponseError ||
    (error instanceof DOMException && error.name === 'TimeoutError');
  if (isAnswer) {
    refuse('auth/invalid-provider-answer');
  }
  if (isOutage) {
    refuse('auth/provider-unavailable');
  }
  throw error;
}
