export { recordActivity } from './activity.ts';
export type { Admitted, Authenticate, Authenticated } from './authenticate.ts';
export type { ContentSources } from './content-sources.ts';
export {
  type AppHooks,
  type AppJobs,
  type AppRoutes,
  type AppServer,
  type AppWork,
  defineServer,
  noApp,
  type RouteParts,
} from './define-server.ts';
export type { AppEnvironment } from './environment.ts';
export { recordEvent } from './events.ts';
export { appFaults } from './faults.ts';
export { enqueueJob } from './jobs.ts';
export { requireIncluded, requireWithin } from './limits.ts';
export {
  type AppMailer,
  type AppRecipient,
  createAppMailer,
  type MailsLike,
  type MailText,
  sendMail,
} from './mails.ts';
export {
  type AppContext,
  type AppServices,
  admitChange,
  change,
  presentLimits,
  read,
  saga,
} from './operations.ts';
export {
  createSignedAddresses,
  isSigned,
  type SignAddress,
  type SignedAddresses,
} from './signed-addresses.ts';
