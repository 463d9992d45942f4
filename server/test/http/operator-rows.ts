import type { Row } from './authorization-table.ts';

const ofEndpoint: Row = {
  who: 'operator',
  input: () => ({ endpointId: 'we_unknown' }),
  names: true,
};
const ofDelivery: Row = { who: 'operator', input: () => ({ deliveryId: '1' }), names: true };

/** Calls of operators, of whom there are none in the matrix; `operator-screen.test.ts` has them. */
export const operatorRows: Readonly<Record<string, Row>> = {
  getOperator: { who: 'operator', input: () => ({}), names: true },
  listOperatorEndpoints: { who: 'operator', input: () => ({}), names: true },
  listOperatorDeliveries: ofEndpoint,
  getDeliveredEvent: ofDelivery,
  resendDelivery: ofDelivery,
  turnOnWebhookEndpoint: ofEndpoint,
};
