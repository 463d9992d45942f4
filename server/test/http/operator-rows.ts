import type { Row } from './authorization-table.ts';

const ofEndpoint: Row = {
  who: 'operator',
  input: () => ({ endpointId: 'we_unknown' }),
  names: true,
};
const ofDelivery: Row = { who: 'operator', input: () => ({ deliveryId: '1' }), names: true };

const reason = 'Asked for help.';
const ofAccount = (input: object): Row => ({
  who: 'operator',
  input: () => ({ uid: 'unknown', reason, ...input }),
  names: true,
});
const ofProject = (input: object): Row => ({
  who: 'operator',
  input: () => ({ subscriptionId: 'unknown', reason, ...input }),
  names: true,
});

/** Calls of operators, of whom there are none in this matrix; `operator-matrix.ts` has them. */
export const operatorRows: Readonly<Record<string, Row>> = {
  getOperator: { who: 'operator', input: () => ({}), names: true },
  findCustomers: { who: 'operator', input: () => ({ text: 'kim' }), names: true },
  lookAtAccount: ofAccount({}),
  actOnAccount: ofAccount({ act: 'disable', seen: 0 }),
  exportAccount: ofAccount({}),
  startView: ofAccount({}),
  lookAtSubscription: ofProject({}),
  actOnSubscription: ofProject({ act: 'end-now', seen: 0 }),
  getOperatorNow: { who: 'operator', input: () => ({}), names: true },
  examineInstallation: { who: 'operator', input: () => ({}), names: true },
  getRevenue: { who: 'operator', input: () => ({ from: '2026-01', to: '2026-01' }), names: true },
  listRevenueRows: {
    who: 'operator',
    input: () => ({ month: '2026-01', currency: 'usd', figure: 'mrr' }),
    names: true,
  },
  exportRevenueRows: {
    who: 'operator',
    input: () => ({ from: '2026-01', to: '2026-01', currency: 'usd', figure: 'mrr' }),
    names: true,
  },
  listOperatorEndpoints: { who: 'operator', input: () => ({}), names: true },
  listOperatorDeliveries: ofEndpoint,
  getDeliveredEvent: ofDelivery,
  resendDelivery: ofDelivery,
  turnOnWebhookEndpoint: ofEndpoint,
};
