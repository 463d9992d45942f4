export { needsSecondFactor, requireAccess, type SubscriptionView } from './access.ts';
export { findAccess, lockSubscription } from './access-store.ts';
export { addMember, changePlan, changeStatus, removeMember } from './changes.ts';
export {
  createEntitlements,
  type Entitlements,
  smallerOf,
} from './entitlements.ts';
export { foundSubscription } from './found-subscription.ts';
export { freezeContested, freezeGivenAway } from './freeze-claimed.ts';
export type {
  Cancellation,
  MemberChanged,
  PlanChanged,
  StatusChanged,
  SubscriptionHooks,
} from './hooks.ts';
export { leaveAllSubscriptions, requireDeletable } from './leave-all-subscriptions.ts';
export { paysOnFree, toOwed } from './list-subscriptions.ts';
export {
  findMembership,
  isInAnySubscription,
  listMemberIds,
  listOwnersAround,
  listSubscriptionsOf,
  lockSubscriptionsOf,
  recordMemberSeen,
  removeMembershipsSince,
  setPermissions,
} from './membership-store.ts';
export { change, lockingUser, read, type SubscriptionServices } from './operation.ts';
export { isContested, listClaims, listFrozen } from './ownership-claim-store.ts';
export { adminLevelKeys, defaultPermission, toHeldPermissions } from './permission.ts';
export { findPlan } from './plan.ts';
export { requireFreeProject } from './require-free-project.ts';
export { isFrozen, requireUnfrozen } from './require-unfrozen.ts';
export { countSeats, findComingPlan, seatColumns } from './seat-store.ts';
export {
  countFreeSeats,
  mostSeats,
  requireFreeSeat,
  requireHeldSeat,
  seatLimit,
} from './seats.ts';
export { requireSeesBilling } from './sees-billing.ts';
export { settleOwnership } from './settle-ownership.ts';
export type { Subscription } from './subscription.ts';
export { requireRunning, subscriptionLink } from './subscription.ts';
export {
  findSubscription,
  listOwnedSubscriptions,
  removeSubscription,
  setTimeZone,
} from './subscription-store.ts';
export { transferByOperator } from './transfer-subscription-ownership.ts';
export { toScheduledDocument } from './visible-document.ts';
