export { getAccountRecord } from './get-account-record.ts';
export { getStanding } from './get-standing.ts';
export { getSubscriptionRecord } from './get-subscription-record.ts';
export { listAccountRecords } from './list-account-records.ts';
export { listMemberRecords } from './list-member-records.ts';
export { listSubscriptionRecords } from './list-subscription-records.ts';
export type { ServerApiServices } from './operation.ts';
export { updateSubscriptionRecord } from './update-subscription-record.ts';
