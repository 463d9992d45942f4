import { timingSafeEqual } from 'node:crypto';
import type { KeyScope } from '@hearth/contract';
import type { Clock } from '../../platform/clock.ts';
import { secretHash } from '../../platform/ids.ts';
import type { RateLimits } from '../../platform/rate-limits.ts';
import { refuseUnless } from '../../platform/refusal.ts';
import type { Database } from '../../platform/transaction.ts';
import { type ApiKey, hasScope, idOfSecret, isUsable, isUseDue } from './api-key.ts';
import { findApiKey, noteUse } from './api-key-store.ts';

/** The key behind a request. Each fault of it gets the same refusal, so that nobody learns which keys there are. */
export async function admitApiKey(
  { secret, scopes }: { readonly secret: string | undefined; readonly scopes: readonly KeyScope[] },
  {
    db,
    clock,
    limits,
  }: { readonly db: Database; readonly clock: Clock; readonly limits: RateLimits },
): Promise<ApiKey> {
  const at = clock.now();
  const key = await findUsable(secret ?? '', at, db);
  refuseUnless(key, 'api-key/invalid');
  const missing = scopes.find((scope) => !hasScope(key, scope));
  refuseUnless(missing === undefined, 'api-key/missing-scope', `It is \`${missing}\`.`);
  const isFew = !limits.isOn || (await limits.take(db, [callBucket(key)]));
  refuseUnless(isFew, 'auth/too-many-requests');

  if (isUseDue(key, at)) {
    await noteUse(db, key, at);
  }
  return key;
}

/** 100 calls a second, far above what looking up people's standing needs. */
const callBucket = ({ id }: ApiKey) => ({ key: `api-key ${id}`, burst: 100, everyMs: 10 });

async function findUsable(secret: string, at: Date, db: Database): Promise<ApiKey | undefined> {
  const id = idOfSecret(secret);
  const found = id === undefined ? undefined : await findApiKey(db, id);
  const isIt = found && timingSafeEqual(found.keyHash, secretHash(secret));
  return isIt && isUsable(found.key, at) ? found.key : undefined;
}
