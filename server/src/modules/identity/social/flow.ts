import { createHmac } from 'node:crypto';
import { socialCallbackPath } from '@hearth/contract';
import { randomSecret } from '../../../platform/ids.ts';
import type { Flow } from './provider.ts';

/** How long a person may take at the provider, and with a question of ours. */
export const flowLifeMs = 10 * 60_000;

interface FlowSecrets {
  /** Travels through the provider and comes back. */
  readonly state: string;
  /** Stays with the client that began: the cookie of a browser, or `sessionId` of an SDK. */
  readonly binding: string;
  /** PUBLIC_URL. */
  readonly publicUrl: string;
}

/**
 * Nonce and PKCE verifier follow from both secrets, so that the database, which holds hashes only,
 * cannot finish anybody's sign-in.
 */
export function toFlow({ state, binding, publicUrl }: FlowSecrets): Flow {
  const derive = (purpose: string) =>
    createHmac('sha256', binding).update(`${purpose} ${state}`).digest('base64url');
  return {
    state,
    nonce: derive('nonce'),
    codeVerifier: derive('code verifier'),
    redirectUri: new URL(socialCallbackPath, publicUrl).href,
  };
}

/** Keeps the client's binding if it has one: several windows may sign in at the same time. */
export function toBinding(sessionId: string | undefined): string {
  return sessionId !== undefined && /^[\w-]{43}$/.test(sessionId) ? sessionId : randomSecret();
}
