import { createHmac } from 'node:crypto';
import { deriveKey } from '../../platform/derive-key.ts';

/**
 * How long a used refresh token still answers. Two tabs, or a client whose answer was lost, repeat it within moments; a
 * later use suggests theft and ends the sign-in.
 */
export const graceMs = 10_000;

export type SuccessorOf = (refreshToken: string) => string;

/** Names the one refresh token that follows another, in every process alike. Only a holder of the SECRET_KEY can. */
export function createSuccession(secretKey: string): SuccessorOf {
  const key = deriveKey(secretKey, 'refresh tokens');
  return (refreshToken) => createHmac('sha256', key).update(refreshToken).digest('base64url');
}
