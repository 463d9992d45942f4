import { createHash } from 'node:crypto';
import { refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import type { Caller } from '../../identity/index.ts';
import type { BillingServices } from '../port/billing-services.ts';
import type { IntentKind } from '../records/intent.ts';
import {
  type EarlierRequest,
  findRequest,
  type RequestName,
  renameRequest,
} from '../records/request-store.ts';
import { kinds } from './kinds/index.ts';

/** A request for a change of money, as it was sent. */
export interface Request {
  readonly kind: IntentKind;
  /** The whole of it, as it was parsed. */
  readonly input: unknown;
  /** Whether what the same request made before is over, so that asking again means another one. */
  readonly hasEnded?: (tx: Transaction, subscriptionId: string) => Promise<boolean>;
}

type Context = BillingServices & { readonly caller: Caller };

/** Without a key of the client's, equal requests within it count as one. */
const sameRequestMs = 60_000;

/** By the client's key, or by all that was asked. */
export function nameRequest({ kind, input }: Request, { caller, client }: Context): RequestName {
  const hash = createHash('sha256').update(JSON.stringify(input)).digest();
  const { idempotencyKey } = client;
  const key =
    idempotencyKey === undefined ? `body:${hash.toString('base64url')}` : `key:${idempotencyKey}`;
  return { accountId: caller.uid, kind, key, hash };
}

/** The same request that was made before; refuses a key that named another one. */
export async function findSameRequest(
  tx: Transaction,
  { name, hasEnded }: Pick<Request, 'hasEnded'> & { readonly name: RequestName },
  context: Context,
): Promise<EarlierRequest | undefined> {
  const earlier = await findRequest(tx, name);
  if (!earlier) {
    return undefined;
  }
  refuseUnless(earlier.hash.equals(name.hash), 'billing/key-reused');
  const isSpent =
    isOver(earlier, name, context) ||
    (isUnnamed(name) && (await hasEnded?.(tx, earlier.subscriptionId)));
  if (isSpent) {
    await renameRequest(tx, earlier.id);
    return undefined;
  }
  return earlier;
}

/** A request without a key is the same one while it is open, and for a minute if nothing else happened since. */
export function isOver(earlier: EarlierRequest, name: RequestName, { clock }: Context): boolean {
  const age = clock.now().getTime() - earlier.createdAt.getTime();
  const isOld = kinds[name.kind].repeatable || age > sameRequestMs || earlier.isFollowed;
  return isUnnamed(name) && isOld && earlier.outcome !== null;
}

function isUnnamed({ key }: RequestName): boolean {
  return key.startsWith('body:');
}
