import { Refusal, refuse } from '../../../platform/refusal.ts';

interface Failure {
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** Turns errors of openid-client into refusals; any other error is a bug. */
export function translateOidcFailure(error: unknown): never {
  const chain = causesOf(error);
  const refusal = chain.find((failure) => failure instanceof Refusal);
  if (refusal) {
    throw refusal;
  }
  if (chain.some(isAboutNonce)) {
    refuse('auth/invalid-nonce');
  }
  if (chain.some((failure) => /^(OAUTH_|ERR_J(OSE|W))/.test(String(failure.code)))) {
    refuse('auth/invalid-provider-answer');
  }
  throw error;
}

/** Turns errors of jose about a client's token into refusals. */
export function translateTokenFailure(error: unknown): never {
  const [failure] = causesOf(error);
  if (/^ERR_J(OSE|W)/.test(String(failure?.code))) {
    refuse('auth/invalid-provider-answer');
  }
  throw error;
}

function causesOf(error: unknown): Failure[] {
  const chain: Failure[] = [];
  let next = error;
  while (next instanceof Error && chain.length < 5) {
    chain.push(next);
    next = next.cause;
  }
  return chain;
}

function isAboutNonce({ cause }: Failure): boolean {
  return cause !== null && typeof cause === 'object' && 'claim' in cause && cause.claim === 'nonce';
}
