import type { AppContract, AppLimits, Document, Registered, RegisteredKey } from '@hearth/contract';
import type { FastifyPluginAsync } from 'fastify';
import type * as z from 'zod';
import type { Caller } from '../modules/identity/index.ts';
import type {
  MemberChanged,
  PlanChanged,
  StatusChanged,
  Subscription,
  SubscriptionView,
} from '../modules/subscriptions/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { JobLog } from '../platform/jobs/job-log.ts';
import type { Changing, OperationKind, Reading, Saga } from '../platform/operation.ts';
import type { Database, Transaction } from '../platform/transaction.ts';
import type { Authenticate } from './authenticate.ts';
import type { ContentSources } from './content-sources.ts';
import type { AppEnvironment } from './environment.ts';
import type { AnyMails, AppMailer, AppMails } from './mails.ts';
import type { AppServices } from './operations.ts';
import type { SignAddress } from './signed-addresses.ts';

/** Steps in our changes. One that throws undoes the change; one that throws a refusal answers it. */
export interface AppHooks {
  /** Refuses a change of plan: at its preview, before money moves, and under the subscription's lock. */
  beforePlanChange?(
    db: Database,
    change: {
      readonly subscription: Subscription;
      readonly planId: string;
      /** Limits after the change. */
      readonly limits: AppLimits;
      readonly at: Date;
    },
  ): Promise<void>;
  onPlanChanged?(tx: Transaction, change: PlanChanged): Promise<void>;
  onStatusChanged?(tx: Transaction, change: StatusChanged): Promise<void>;
  /** The founder of a subscription is added, too. */
  onMemberAdded?(tx: Transaction, member: MemberChanged): Promise<void>;
  onMemberRemoved?(tx: Transaction, member: MemberChanged): Promise<void>;
  /** Removes or clears what names the person. Rows of subscriptions that remain stay. */
  beforeAccountDeletion?(
    tx: Transaction,
    deletion: { readonly uid: string; readonly at: Date },
  ): Promise<void>;
  /** Exports everything that is stored about the person, for `npm run hearth -- accounts export`. */
  exportAccount?(db: Database, uid: string): Promise<unknown>;
  /** How much of each counted limit the subscription uses, for the screens. */
  countUsed?(db: Database, subscriptionId: string): Promise<Readonly<Record<string, number>>>;
}

/** Parts of work that no person waits for. */
export interface AppWork {
  readonly db: Database;
  readonly clock: Clock;
  readonly environment: AppEnvironment;
  readonly mailer: AppMailer;
  readonly log: JobLog;
}

type JobPayload<Name extends string> =
  Registered<'jobs', object> extends { readonly [Key in Name]: infer Payload } ? Payload : never;

/** A task for each registered job; names begin with `app/`. */
export type AppJobs = {
  readonly [Name in Extract<RegisteredKey<'jobs'>, `app/${string}`>]: (
    payload: JobPayload<Name>,
    work: AppWork,
  ) => Promise<void>;
};

/** Parts of each route. */
export interface RouteParts extends AppWork {
  readonly authenticate: Authenticate;
  readonly signAddress: SignAddress;
}

/**
 * A plugin for requests that are no calls, such as uploads, below `/api`. JSON and forms are parsed; other bodies are
 * streams. `bodyLimit` of the route is 64 KiB by default.
 */
export type AppRoutes = FastifyPluginAsync<RouteParts>;

/** Everything that the executor gives; caller and view exist if the call's access says so. */
type OperationContext = AppServices & { readonly caller: Caller; readonly view: SubscriptionView };

type Runnable<Kind extends OperationKind, Part> = {
  readonly entry: Document;
  readonly kind: Kind;
  readonly run: (input: never, context: OperationContext & Part) => Promise<unknown>;
};

/** An operation that `read`, `change` or `saga` has made. */
export type AppOperation =
  | Runnable<'read', Reading>
  | Runnable<'change', Changing>
  | Runnable<'saga', Saga>;

interface ServerParts<Contract extends AppContract> {
  readonly contract: Contract;
  /** One for each call: a missing or swapped one does not compile. */
  readonly operations: {
    readonly [Name in keyof Contract['calls']]: AppOperation & {
      readonly entry: Contract['calls'][Name];
    };
  };
  readonly hooks?: AppHooks;
  readonly jobs?: AppJobs;
  /** Words of its mails in each language. */
  readonly mails?: AppMails & AnyMails;
  /** Done every minute, with the product time; repeating it is harmless. */
  readonly due?: readonly ((at: Date, work: AppWork) => Promise<void>)[];
  /** Schema of an object of variables `APP_*`. */
  readonly environment?: z.ZodObject;
  readonly routes?: AppRoutes;
  /** Other origins that the product's own screens may load from. */
  readonly csp?: ContentSources;
}

/** The product on Hearth, as the server uses it. */
export interface AppServer {
  readonly contract: AppContract;
  readonly operations: Readonly<Record<string, AppOperation>>;
  readonly hooks: AppHooks;
  readonly jobs: Readonly<Record<string, (payload: never, work: AppWork) => Promise<void>>>;
  readonly due: readonly ((at: Date, work: AppWork) => Promise<void>)[];
  readonly mails: AnyMails;
  readonly environment: z.ZodObject | undefined;
  readonly routes: AppRoutes | undefined;
  readonly csp: ContentSources;
}

export function defineServer<Contract extends AppContract>({
  contract,
  operations,
  hooks = {},
  jobs = {},
  mails = { en: {}, zh: {} },
  due = [],
  environment,
  routes,
  csp = {},
}: ServerParts<Contract>): AppServer {
  return { contract, operations, hooks, jobs, mails, due, environment, routes, csp };
}

/** Hearth alone. */
export const noApp: AppServer = defineServer({ contract: { calls: {} }, operations: {} });
