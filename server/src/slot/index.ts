export { recordActivity } from './activity.ts';
export type { Admitted, Authenticate, Authenticated } from './authenticate.ts';
export type { ContentSources } from './content-sources.ts';
export type { AppEnvironment } from './environment.ts';
export { recordEvent } from './events.ts';
export { slotFaults } from './faults.ts';
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
  admitChange,
  change,
  presentLimits,
  read,
  type SlotServices,
  saga,
} from './operations.ts';
export {
  createSignedAddresses,
  isSigned,
  type SignAddress,
  type SignedAddresses,
} from './signed-addresses.ts';
export {
  type AppJobs,
  type AppRoutes,
  type AppWork,
  defineServer,
  emptySlot,
  type RouteParts,
  type Slot,
  type SlotHooks,
} from './slot.ts';
