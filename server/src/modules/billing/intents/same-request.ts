import { createHash } from 'node:crypto';
import { refuseUnless } from '../../../platform/refusal.ts';
import type { Database, Transaction } from '../../../platform/transaction.ts';
import type { Caller } from '../../identity/index.ts';
import type { IntentKind } from '../records/intent.ts';
import {
  type EarlierRequest,
  findRequest,
  type RequestName,
  renameRequest,
} from '../records/request-store.ts';
import type { ChangeServices } from './kind.ts';

/** A request for a change of money. */
export interface Request {
  readonly kind: IntentKind;
  /** Parsed body of the request. */
  readonly input: unknown;
  /** Whether the result of the earlier request has ended, so that a repeated one counts as new. */
  readonly hasEnded?: (tx: Transaction, subscriptionId: string) => Promise<boolean>;
}

type NamingContext = ChangeServices & { readonly caller: Caller };

/** Without a client's key, equal requests within this time count as one. */
const sameRequestMs = 60_000;

/** Names a request by the client's key, or else by a hash of its body. */
export function nameRequest(
  { kind, input }: Request,
  { caller, client }: NamingContext,
): RequestName {
  const hash = createHash('sha256').update(JSON.stringify(input)).digest();
  const { idempotencyKey } = client;
  const key =
    idempotencyKey === undefined ? `body:${hash.toString('base64url')}` : `key:${idempotencyKey}`;
  return { accountId: caller.uid, kind, key, hash };
}

/** Finds the earlier one of two equal requests; refuses a key that was used for another body. */
export async function findSameRequest(
  tx: Transaction,
  { name, hasEnded }: Pick<Request, 'hasEnded'> & { readonly name: RequestName },
  context: NamingContext,
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

/** Finds the earlier request of this name that still has effect, open or not: a repeated one must not be carried out again. */
export async function findEffectiveRequest(
  db: Database,
  name: RequestName,
  context: NamingContext,
): Promise<EarlierRequest | undefined> {
  const earlier = await findRequest(db, name);
  return earlier && !isOver(earlier, name, context) ? earlier : undefined;
}

/** Whether an equal request counts as new. Without a key of its own that is after a minute, or after another intent. */
function isOver(
  earlier: EarlierRequest,
  name: RequestName,
  { clock, kinds }: NamingContext,
): boolean {
  const { repeatable, isStep = false } = kinds[name.kind];
  const age = clock.now().getTime() - earlier.createdAt.getTime();
  const isOld = repeatable || age > sameRequestMs || earlier.isFollowed;
  return (isStep || isUnnamed(name)) && isOld && earlier.outcome !== null;
}

function isUnnamed({ key }: RequestName): boolean {
  return key.startsWith('body:');
}
