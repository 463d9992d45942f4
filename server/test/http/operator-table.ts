import type { AccountAct, OperatorRole, SubscriptionAct } from '@hearth/contract';

/** Operators whom each call and each act lets in, written down apart from the product. */

type Roles = readonly OperatorRole[];

const everyRole: Roles = ['support', 'billing', 'admin'];
const helpers: Roles = ['support', 'admin'];
const bookkeepers: Roles = ['billing', 'admin'];
const administrators: Roles = ['admin'];

export const callTable: Readonly<Record<string, Roles>> = {
  getOperator: everyRole,
  findCustomers: everyRole,
  lookAtAccount: everyRole,
  actOnAccount: everyRole,
  exportAccount: administrators,
  startView: administrators,
  lookAtSubscription: everyRole,
  actOnSubscription: everyRole,
  getOperatorNow: everyRole,
  examineInstallation: administrators,
  getRevenue: bookkeepers,
  listRevenueRows: bookkeepers,
  exportRevenueRows: bookkeepers,
  listOperatorEndpoints: administrators,
  listOperatorDeliveries: administrators,
  getDeliveredEvent: administrators,
  resendDelivery: administrators,
  turnOnWebhookEndpoint: administrators,
};

export const accountActTable: Readonly<Record<AccountAct, Roles>> = {
  note: everyRole,
  'end-sessions': helpers,
  'lift-limits': helpers,
  verify: administrators,
  disable: administrators,
  enable: administrators,
  'send-reset': administrators,
  'remove-factors': administrators,
  'change-address': administrators,
  'stop-address-change': administrators,
  delete: administrators,
  keep: administrators,
};

/** Acts that are never done to an operator. */
export const actsOnCustomersOnly: readonly AccountAct[] = [
  'verify',
  'disable',
  'enable',
  'send-reset',
  'remove-factors',
  'change-address',
  'stop-address-change',
  'delete',
  'keep',
];

export const subscriptionActTable: Readonly<Record<SubscriptionAct, Roles>> = {
  note: everyRole,
  resync: helpers,
  'resend-invite': helpers,
  refund: bookkeepers,
  'end-now': bookkeepers,
  'end-with-period': bookkeepers,
  resume: bookkeepers,
  'extend-trial': bookkeepers,
  'give-free-time': bookkeepers,
  'end-free-time': bookkeepers,
  'give-free-plan': bookkeepers,
  'move-price': bookkeepers,
  transfer: bookkeepers,
  approve: bookkeepers,
  decline: bookkeepers,
};
