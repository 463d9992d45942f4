import { type KeyScope, keyScopes } from '@hearth/contract';
import type { Clock } from '../../platform/clock.ts';
import { secretHash } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/transaction.ts';
import { type OwnEvent, recordAudit } from '../audit/index.ts';
import { type ApiKey, isUsable, newApiKeySecret } from './api-key.ts';
import { findApiKey, insertApiKey, listApiKeyRows, markRevoked } from './api-key-store.ts';

interface KeyServices {
  readonly db: Database;
  readonly clock: Clock;
}

interface WantedKey {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  /** Days until it expires; undefined for never. */
  readonly days: number | undefined;
}

const dayMs = 86_400_000;

/** Makes a key; only its answer ever shows the secret. */
export async function createApiKey(
  { name, scopes, days }: WantedKey,
  { db, clock }: KeyServices,
): Promise<{ readonly key: ApiKey; readonly secret: string }> {
  const at = clock.now();
  const { id, secret } = newApiKeySecret();
  const key: ApiKey = {
    id,
    name,
    scopes,
    createdAt: at,
    expiresAt: days === undefined ? null : new Date(at.getTime() + days * dayMs),
    lastUsedAt: null,
    revokedAt: null,
  };
  await db.transaction().execute(async (tx) => {
    await insertApiKey(tx, { ...key, keyHash: secretHash(secret) });
    await recordOperation(tx, { action: 'api-key.created', subjectId: id, at });
  });
  return { key, secret };
}

export type KeyState = 'usable' | 'expired' | 'revoked';

/** All keys that there ever were, oldest first. */
export async function listApiKeys({
  db,
  clock,
}: KeyServices): Promise<readonly (ApiKey & { readonly state: KeyState })[]> {
  const at = clock.now();
  const keys = await listApiKeyRows(db);
  return keys.map((key) => ({ ...key, state: stateOf(key, at) }));
}

function stateOf(key: ApiKey, at: Date): KeyState {
  if (key.revokedAt !== null) {
    return 'revoked';
  }
  return isUsable(key, at) ? 'usable' : 'expired';
}

/** Closes the key from its next call on; answers what was found. */
export async function revokeApiKey(
  id: string,
  { db, clock }: KeyServices,
): Promise<'revoked' | 'revoked before' | 'unknown'> {
  const at = clock.now();
  return await db.transaction().execute(async (tx) => {
    if (await markRevoked(tx, id, at)) {
      await recordOperation(tx, { action: 'api-key.revoked', subjectId: id, at });
      return 'revoked';
    }
    return (await findApiKey(tx, id)) ? 'revoked before' : 'unknown';
  });
}

export function isKeyScope(word: string): word is KeyScope {
  return keyScopes.some((scope) => scope === word);
}

/** A command has no session, so it has no actor. */
async function recordOperation(
  tx: Transaction,
  happening: Pick<OwnEvent, 'action' | 'subjectId' | 'at'>,
): Promise<void> {
  const origin = { address: '', userAgent: 'operator command line' };
  await recordAudit(tx, { ...happening, actorId: null, origin });
}
