/** Everything that `app/server` may use of the server. It loses something in major versions only, after a warning. */
export { sql } from 'kysely';
export {
  type Admitted,
  type AppContext,
  type AppEnvironment,
  type AppHooks,
  type AppJobs,
  type AppMailer,
  type AppRecipient,
  type AppRoutes,
  type AppServer,
  type AppServices,
  type AppWork,
  type Authenticate,
  type Authenticated,
  type ContentSources,
  change,
  defineServer,
  enqueueJob,
  type MailsLike,
  type MailText,
  type RouteParts,
  read,
  recordActivity,
  recordEvent,
  requireIncluded,
  requireWithin,
  type SignAddress,
  saga,
  sendMail,
} from './app/index.ts';
export type { Caller, Client } from './modules/identity/index.ts';
export type {
  MemberChanged,
  PlanChanged,
  StatusChanged,
  Subscription,
  SubscriptionView,
} from './modules/subscriptions/index.ts';
export { randomId } from './platform/ids.ts';
export type { Changing, Operation, OperationKind, Reading, Saga } from './platform/operation.ts';
export { Refusal, refuse, refuseIf, refuseUnless } from './platform/refusal.ts';
export type { Database, Transaction } from './platform/transaction.ts';
