import type { Access, Entry, SubscriptionAccess } from '@hearth/contract';
import type { BillingServices } from '../modules/billing/index.ts';
import {
  type Caller,
  type CallerClaims,
  type Client,
  findCallerRow,
  type IdentityServices,
  isSightingDue,
  recordSighting,
  toCaller,
} from '../modules/identity/index.ts';
import {
  adminLevelKeys,
  findAccess,
  lockSubscription,
  requireAccess,
  type SubscriptionServices,
  type SubscriptionView,
} from '../modules/subscriptions/index.ts';
import type { OperationKind } from '../platform/operation.ts';
import { Refusal, refuse, refuseUnless, withUid } from '../platform/refusal.ts';
import type { Database, Transaction } from '../platform/transaction.ts';
import { parseInput } from './parse-input.ts';

/** What every operation is made of, without its types; `never` lets each one's own context through. */
export interface AnyOperation {
  readonly entry: Entry;
  readonly kind: OperationKind;
  /** Its `view` also says who holds which permission. */
  readonly withHolders?: true;
  run(input: never, context: never): Promise<unknown>;
}

/** One decoded request, whatever dialect it came in. */
export interface Call {
  /** ID token, if the request carries one. */
  readonly idToken: string | undefined;
  readonly input: unknown;
  readonly client: Client;
}

export type Execute = (operation: AnyOperation, call: Call) => Promise<unknown>;

export type ExecutorParts = Omit<AllServices, 'client'> & { readonly db: Database };

type AllServices = IdentityServices & SubscriptionServices & BillingServices;

/** Who calls, and how they stand to the subscription that the call is about. */
interface Standing {
  readonly caller: Caller | undefined;
  readonly view?: SubscriptionView;
}

/** Authentication, parsing, access, the transaction and the answer's shape, once for all calls. */
export function createExecutor(parts: ExecutorParts): Execute {
  const { db, idTokens } = parts;

  async function run(
    operation: AnyOperation,
    { input, client }: Call,
    claims: CallerClaims | undefined,
  ): Promise<unknown> {
    const { entry } = operation;
    const parsed = parseInput(entry.input, input);
    const { withHolders = false } = operation;
    const question = { access: entry.access, claims, input: parsed, withHolders };
    const standing = await requireStanding(db, question, parts);
    await recordSightingIfDue(standing.caller, parts);
    await limitWrites(operation.kind, standing.caller, parts);

    const services = { ...parts, client };
    const output = await runners[operation.kind](operation, parsed, {
      services,
      standing,
      inside: (tx) => requireLockedStanding(tx, question, parts),
    });
    return entry.output.parse(output);
  }

  return async (operation, call) => {
    const { idToken } = call;
    const claims = idToken === undefined ? undefined : await idTokens.verify(idToken);
    refuseUnless(claims || isOpen(operation.entry.access), 'auth/unauthenticated');
    try {
      return await run(operation, call, claims);
    } catch (error) {
      throw claims && error instanceof Refusal ? withUid(error, claims.uid) : error;
    }
  };
}

interface Question {
  readonly access: Access;
  readonly claims: CallerClaims | undefined;
  readonly input: unknown;
  readonly withHolders: boolean;
}

async function requireStanding(
  db: Database,
  { access, claims, input, withHolders }: Question,
  parts: ExecutorParts,
): Promise<Standing> {
  if (claims === undefined) {
    return { caller: undefined };
  }
  if (isAboutSubscription(access)) {
    const { permissions } = parts.settings;
    const { callerRow, view } = await findAccess(db, {
      claims,
      subscriptionId: fieldOf(input, 'subscriptionId'),
      showHoldersTo: withHolders ? adminLevelKeys(permissions) : undefined,
    });
    const caller = judgeCaller(callerRow, parts);
    const subjectUid = access.kind === 'admin-level-or-self' ? fieldOf(input, 'userId') : undefined;
    return { caller, view: requireAccess({ view, caller, access, permissions, subjectUid }) };
  }
  const caller = judgeCaller(await findCallerRow(db, claims), parts);
  refuseUnless(access.kind !== 'self' || fieldOf(input, 'uid') === caller.uid, 'access/denied');
  return { caller };
}

/** The standing read again under the subscription's lock, where nobody can change it any more. */
async function requireLockedStanding(
  tx: Transaction,
  question: Question,
  parts: ExecutorParts,
): Promise<Standing | undefined> {
  if (!isAboutSubscription(question.access)) {
    return undefined;
  }
  await lockSubscription(tx, fieldOf(question.input, 'subscriptionId'));
  return await requireStanding(tx, question, parts);
}

function judgeCaller(
  row: Awaited<ReturnType<typeof findCallerRow>>,
  { clock, settings }: ExecutorParts,
): Caller {
  return toCaller({ row, now: clock.now(), limits: settings.sessions });
}

async function recordSightingIfDue(
  caller: Caller | undefined,
  { db, clock }: ExecutorParts,
): Promise<void> {
  const at = clock.now();
  if (caller && isSightingDue(caller.lastSeenAt, at)) {
    await recordSighting(db, caller.sessionId, at);
  }
}

/** So many changes at once and so many a second are more than anybody makes by hand. */
async function limitWrites(
  kind: OperationKind,
  caller: Caller | undefined,
  { db, limits }: ExecutorParts,
): Promise<void> {
  if (caller && kind !== 'read' && limits.isOn) {
    const isFew = await limits.take(db, [writeBucket(caller.uid)]);
    refuseUnless(isFew, 'auth/too-many-requests');
  }
}

const writeBucket = (uid: string) => ({ key: `write ${uid}`, burst: 120, everyMs: 1_000 });

function isOpen({ kind }: Access): boolean {
  return kind === 'anyone' || kind === 'maybe-signed-in';
}

function isAboutSubscription(access: Access): access is SubscriptionAccess {
  return !isOpen(access) && access.kind !== 'signed-in' && access.kind !== 'self';
}

/** A subscription or account id that the declared access speaks of; entries without it are a bug. */
function fieldOf(input: unknown, name: 'subscriptionId' | 'uid' | 'userId'): string {
  const value = (input as Record<string, unknown>)[name];
  return typeof value === 'string' ? value : refuse('server/internal');
}

interface Run {
  readonly services: AllServices & { readonly db: Database };
  readonly standing: Standing;
  readonly inside: (tx: Transaction) => Promise<Standing | undefined>;
}

type Runner = (operation: AnyOperation, input: unknown, run: Run) => Promise<unknown>;

/** The operation's own types were checked where it was defined; here its parts are put together. */
const runners: Record<OperationKind, Runner> = {
  read: (operation, input, { services, standing }) =>
    operation.run(input as never, { ...services, ...standing } as never),

  change: (operation, input, { services, standing, inside }) =>
    services.db.transaction().execute(async (tx) => {
      const locked = (await inside(tx)) ?? standing;
      return await operation.run(input as never, { ...services, ...locked, tx } as never);
    }),

  saga: (operation, input, { services, standing }) => {
    const transaction = (work: (tx: Transaction) => Promise<unknown>) =>
      services.db.transaction().execute(work);
    return operation.run(input as never, { ...services, ...standing, transaction } as never);
  },
};
