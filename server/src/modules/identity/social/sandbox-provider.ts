import { createHash } from 'node:crypto';
import { sandboxProviderPath } from '@hearth/contract';
import { refuse, refuseUnless } from '../../../platform/refusal.ts';
import { toIdentity } from './claims.ts';
import { google } from './oidc-profiles.ts';
import type { ConfirmedIdentity, SocialProvider } from './provider.ts';

interface SandboxSettings {
  /** PUBLIC_URL. */
  readonly publicUrl: string;
}

/** Replaces Google if there are no keys, in local mode only: it accepts any identity. */
export function createSandboxProvider({ publicUrl }: SandboxSettings): SocialProvider {
  return {
    id: google.id,

    async authorizationUri({ state, nonce }) {
      const url = new URL(sandboxProviderPath, publicUrl);
      url.searchParams.set('state', state);
      url.searchParams.set('nonce', nonce);
      return url.href;
    },

    async redeem(answer, flow) {
      const claims = readClaims(fromCode(answer.get('code') ?? ''));
      refuseUnless(claims.nonce === flow.nonce, 'auth/invalid-nonce');
      return toPerson(claims);
    },

    /** Takes the same as Google's emulator: unsigned claims in place of a token. */
    async verify({ idToken = '', nonce }) {
      const claims = readClaims(idToken);
      refuseUnless(claims.nonce === undefined || claims.nonce === nonce, 'auth/invalid-nonce');
      return toPerson(claims);
    },
  };
}

type SandboxClaims = Readonly<Record<string, unknown>>;

function toPerson(claims: SandboxClaims): ConfirmedIdentity {
  const sub = claims.sub ?? subjectOf(claims.email);
  return toIdentity(google.id, google.toClaims({ ...claims, sub }));
}

/** Identifies a person by the address alone. */
function subjectOf(email: unknown): string | undefined {
  return typeof email === 'string' && email !== ''
    ? BigInt(
        `0x${createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)}`,
      ).toString()
    : undefined;
}

function fromCode(code: string): string {
  return Buffer.from(code, 'base64url').toString('utf8');
}

function readClaims(json: string): SandboxClaims {
  try {
    const claims: unknown = JSON.parse(json);
    return claims !== null && typeof claims === 'object' && !Array.isArray(claims)
      ? (claims as SandboxClaims)
      : refuse('auth/invalid-provider-answer');
  } catch {
    return refuse('auth/invalid-provider-answer');
  }
}
