import type { Access, Entry } from '@hearth/contract';
import type { AppServices } from '../app/index.ts';
import type { BillingServices } from '../modules/billing/index.ts';
import {
  admitView,
  type ConsoleServices,
  type ExaminingServices,
  findViewHash,
  type OperatorRules,
  requireOperator,
} from '../modules/console/index.ts';
import {
  type Caller,
  type CallerClaims,
  type Client,
  findCallerRow,
  findCallerWithAccount,
  type IdentityServices,
  lockAccountIfAny,
  type OwnAccount,
  toCaller,
  toSeenCaller,
} from '../modules/identity/index.ts';
import { type ApiKey, admitApiKey } from '../modules/keys/index.ts';
import type { WebhookServices } from '../modules/server-api/index.ts';
import {
  adminLevelKeys,
  findAccess,
  lockSubscription,
  requireAccess,
  type SubscriptionServices,
  type SubscriptionView,
} from '../modules/subscriptions/index.ts';
import { isReadOnlyViolation } from '../platform/database.ts';
import { createLocalLimits } from '../platform/local-limits.ts';
import type { Changing, OperationKind, Reading, Saga } from '../platform/operation.ts';
import { Refusal, refuse, refuseUnless, withUid } from '../platform/refusal.ts';
import { createShares } from '../platform/shares.ts';
import type { Database, Transaction } from '../platform/transaction.ts';
import { fieldOf, isAboutSubscription, isOpen, requirePersonal } from './access-kinds.ts';
import { limitReads, limitWrites } from './limit-calls.ts';
import { parseInput } from './parse-input.ts';
import { recordLastSeenIfDue } from './record-last-seen.ts';

/**
 * Context of any operation. Caller, view and key are set if the entry's access declares them, account and links if the
 * operation asks for them.
 */
type OperationContext = AllServices &
  OwnAccount &
  Pick<WebhookServices, 'key'> &
  Pick<ConsoleServices, 'operator'> & {
    readonly caller: Caller;
    readonly view: SubscriptionView;
  };

/** An operation with the name of its input forgotten: the executor parses by `entry.input`. */
type Runnable<Kind extends OperationKind, Part> = {
  readonly entry: Entry;
  readonly kind: Kind;
  /** Its `view` also says who holds which permission. */
  readonly withHolders?: true;
  /** It is given the caller's own account. */
  readonly withAccount?: true;
  /** It needs the account of the input's `userId` locked, which comes before the subscription. */
  readonly lockingUser?: true;
  readonly run: (input: never, context: OperationContext & Part) => Promise<unknown>;
};

export type AnyOperation =
  | Runnable<'read', Reading>
  | Runnable<'change', Changing>
  | Runnable<'saga', Saga>;

/** One decoded request, whatever dialect it came in. */
export interface Call {
  /** The caller, if the signature of the request's address proves it. */
  readonly claims?: CallerClaims | undefined;
  /** ID token, if the request carries one. */
  readonly idToken?: string | undefined;
  /** API key, if the request carries one. */
  readonly apiKey?: string | undefined;
  readonly input: unknown;
  readonly client: Client;
  /** Called with the account of the token, once that is verified; for a view with the operator's. */
  readonly onCaller?: (uid: string) => void;
}

export type Execute = (operation: AnyOperation, call: Call) => Promise<unknown>;

export type ExecutorParts = Omit<AllServices, 'client'> & { readonly db: Database };

type AllServices = IdentityServices &
  SubscriptionServices &
  BillingServices &
  OperatorRules &
  Pick<ExaminingServices, 'examine' | 'exportOwn'> &
  Pick<WebhookServices, 'webhooks'> &
  Pick<AppServices, 'environment' | 'mailer' | 'signAddress'>;

/** Sender that a request has proven: a person, a program, or neither. */
interface ProvenSender {
  readonly claims?: CallerClaims | undefined;
  readonly key?: ApiKey;
}

/** The caller, and the call's subscription as the caller sees it. */
interface AnyAccessContext extends Partial<OwnAccount> {
  readonly caller: Caller | undefined;
  readonly key?: ApiKey | undefined;
  readonly view?: SubscriptionView;
  readonly operator?: ConsoleServices['operator'];
}

/**
 * Transactions that wait for a locked row keep their connections. So one project, account or address holds at most this
 * many of the connections for requests.
 */
const share = { places: 3, longestWaitMs: 15_000, expectedMs: 50 };

/** Authentication, parsing, access, the transaction and the answer's shape, once for all calls. */
export function createExecutor(parts: ExecutorParts): Execute {
  const { db, idTokens, limits, clock } = parts;
  const reads = limits.isOn ? createLocalLimits(clock) : undefined;
  const shares = createShares(share);

  async function run(
    operation: AnyOperation,
    { input, client }: Call,
    { claims, key }: ProvenSender,
  ): Promise<unknown> {
    const { entry } = operation;
    const isView = claims?.view !== undefined;
    // Calls with a key have a bucket of their own.
    if (reads && (operation.kind === 'read' || isView) && !key) {
      limitReads(reads, { uid: toSender(claims), address: client.address });
    }
    // Other people do not learn what the call would take; the access does not depend on it.
    const early =
      entry.access.kind === 'operator'
        ? await requireAccessContext(db, toAccessQuestion(operation, claims, undefined), parts)
        : undefined;
    const parsed = parseInput(entry.input, input);
    const question = toAccessQuestion(operation, claims, parsed);
    const access = { ...(early ?? (await requireAccessContext(db, question, parts))), key };
    if (isView) {
      const output = await performView(operation, parsed as never, { parts, client, access });
      return entry.output.parse(output);
    }
    await recordLastSeenIfDue(access, parts);
    await limitWrites(operation.kind, access.caller, parts);

    const services = { ...parts, client };
    const output = await perform(operation, parsed as never, {
      services,
      access,
      transaction: (work) =>
        shares.run(toShare(parsed, claims), () => db.transaction().execute(work)),
      inside: async (tx) => {
        if (operation.lockingUser) {
          await lockAccountIfAny(tx, fieldOf(parsed, 'userId'));
        }
        return await requireLockedAccess(tx, question, parts);
      },
    });
    return entry.output.parse(output);
  }

  async function verify(idToken: string, onCaller: Call['onCaller']): Promise<CallerClaims> {
    const claims = await idTokens.verify(idToken);
    onCaller?.(claims.uid);
    return claims;
  }

  async function prove({ access, readOnly }: Entry, call: Call): Promise<ProvenSender> {
    const { idToken, apiKey, onCaller } = call;
    if (access.kind === 'key') {
      return { key: await admitApiKey({ secret: apiKey, scopes: access.scopes }, parts) };
    }
    const viewHash = findViewHash(call);
    if (viewHash) {
      refuseUnless(readOnly, 'view/read-only');
      const claims = await admitView(viewHash, parts);
      onCaller?.(toSender(claims) ?? claims.uid);
      return { claims };
    }
    if (call.claims) {
      onCaller?.(call.claims.uid);
      return { claims: call.claims };
    }
    const claims = idToken === undefined ? undefined : await verify(idToken, onCaller);
    const missing = access.kind === 'operator' ? 'request/unknown-path' : 'auth/unauthenticated';
    refuseUnless(claims || isOpen(access), missing);
    return { claims };
  }

  return async (operation, call) => {
    const proven = await prove(operation.entry, call);
    try {
      return await run(operation, call, proven);
    } catch (error) {
      const { claims } = proven;
      const uid = toSender(claims);
      throw uid !== undefined && error instanceof Refusal ? withUid(error, uid) : error;
    }
  };
}

/** Account that makes the request: the operator's, for a view. */
function toSender(claims: CallerClaims | undefined): string | undefined {
  return claims?.view?.operatorId ?? claims?.uid;
}

/** Key of the share that a transaction counts in: the project, account or address that it most likely locks. */
function toShare(input: unknown, claims: CallerClaims | undefined): string | undefined {
  const { subscriptionId, email } = (input ?? {}) as Record<string, unknown>;
  return [subscriptionId, claims?.uid, email].find((id) => typeof id === 'string');
}

interface AccessQuestion {
  readonly access: Access;
  readonly claims: CallerClaims | undefined;
  readonly input: unknown;
  readonly withHolders: boolean;
  readonly withAccount: boolean;
}

function toAccessQuestion(
  { entry: { access }, withHolders, withAccount }: AnyOperation,
  claims: CallerClaims | undefined,
  input: unknown,
): AccessQuestion {
  return {
    access,
    claims,
    input,
    withHolders: withHolders === true,
    withAccount: withAccount === true,
  };
}

async function requireAccessContext(
  db: Database,
  question: AccessQuestion,
  parts: ExecutorParts,
): Promise<AnyAccessContext> {
  const { access, claims, input, withHolders } = question;
  if (claims === undefined) {
    return { caller: undefined };
  }
  if (isAboutSubscription(access)) {
    const { settings } = parts;
    const { callerRow, view } = await findAccess(db, {
      claims,
      subscriptionId: fieldOf(input, 'subscriptionId'),
      showHoldersTo: withHolders ? adminLevelKeys(settings.permissions) : undefined,
    });
    const caller = readCaller(callerRow, claims, parts);
    const subjectUid = access.kind === 'admin-level-or-self' ? fieldOf(input, 'userId') : undefined;
    return {
      caller,
      view: requireAccess({ view, caller, access, settings, subjectUid }),
    };
  }
  const { callerRow, own } = question.withAccount
    ? await findCallerWithAccount(db, claims)
    : { callerRow: await findCallerRow(db, claims), own: undefined };
  const caller = readCaller(callerRow, claims, parts);
  requirePersonal({ access, caller, input });
  if (access.kind !== 'operator') {
    return { caller, ...own };
  }
  const role = await requireOperator(db, { caller, right: access.right }, parts);
  return { caller, ...own, operator: { uid: caller.uid, role } };
}

/** The access context, read again under the subscription's lock, so that nobody can change it any more. */
async function requireLockedAccess(
  tx: Transaction,
  question: AccessQuestion,
  parts: ExecutorParts,
): Promise<AnyAccessContext | undefined> {
  if (!isAboutSubscription(question.access)) {
    return undefined;
  }
  await lockSubscription(tx, fieldOf(question.input, 'subscriptionId'));
  return await requireAccessContext(tx, question, parts);
}

function readCaller(
  row: Awaited<ReturnType<typeof findCallerRow>>,
  claims: CallerClaims,
  { clock, settings }: ExecutorParts,
): Caller {
  const now = clock.now();
  const { view } = claims;
  return view
    ? toSeenCaller(row, { claims, view, now })
    : toCaller({ row, now, limits: settings.sessions });
}

interface ViewRun {
  readonly parts: ExecutorParts;
  readonly client: Client;
  readonly access: AnyAccessContext;
}

/** Runs it for a view: the database itself refuses any write. */
async function performView(
  operation: AnyOperation,
  input: never,
  { parts, client, access }: ViewRun,
): Promise<unknown> {
  refuseUnless(operation.kind !== 'change', 'view/read-only');
  const reading = parts.db.transaction().setAccessMode('read only');
  try {
    return await reading.execute((tx) =>
      perform(operation, input, {
        services: { ...parts, client, db: tx },
        access,
        transaction: () => refuse('view/read-only'),
        inside: async () => undefined,
      }),
    );
  } catch (error) {
    throw isReadOnlyViolation(error) ? new Refusal('view/read-only') : error;
  }
}

interface OperationRun {
  readonly services: AllServices & { readonly db: Database };
  readonly access: AnyAccessContext;
  readonly transaction: Saga['transaction'];
  readonly inside: (tx: Transaction) => Promise<AnyAccessContext | undefined>;
}

/** Runs it with what its kind may do to the database. */
async function perform(
  operation: AnyOperation,
  input: never,
  { services, access, transaction, inside }: OperationRun,
): Promise<unknown> {
  const toContext = (who: AnyAccessContext) =>
    ({ ...services, ...who }) as OperationContext & Reading;
  switch (operation.kind) {
    case 'read':
      return await operation.run(input, toContext(access));
    case 'change':
      return await transaction(async (tx) => {
        const locked = (await inside(tx)) ?? access;
        return await operation.run(input, { ...toContext(locked), tx });
      });
    case 'saga':
      return await operation.run(input, {
        ...toContext(access),
        transaction,
      });
  }
}
