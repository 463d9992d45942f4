export { getAccountRecord } from './get-account-record.ts';
export { getStanding } from './get-standing.ts';
export { getSubscriptionRecord } from './get-subscription-record.ts';
export { listAccountRecords } from './list-account-records.ts';
export { listEvents } from './list-events.ts';
export { listMemberRecords } from './list-member-records.ts';
export { listSubscriptionRecords } from './list-subscription-records.ts';
export { updateSubscriptionRecord } from './update-subscription-record.ts';
export { createWebhookEndpoint } from './webhooks/create-webhook-endpoint.ts';
export { deleteWebhookEndpoint } from './webhooks/delete-webhook-endpoint.ts';
export { listWebhookDeliveries } from './webhooks/list-webhook-deliveries.ts';
export { listWebhookEndpoints } from './webhooks/list-webhook-endpoints.ts';
export {
  getDeliveredEvent,
  listOperatorDeliveries,
  listOperatorEndpoints,
  resendDelivery,
  turnOnWebhookEndpoint,
} from './webhooks/operator-calls.ts';
export { redeliverEvent } from './webhooks/redeliver-event.ts';
export { replayWebhookEndpoint } from './webhooks/replay-webhook-endpoint.ts';
export { rotateWebhookSecret } from './webhooks/rotate-webhook-secret.ts';
export { testWebhookEndpoint } from './webhooks/test-webhook-endpoint.ts';
export { updateWebhookEndpoint } from './webhooks/update-webhook-endpoint.ts';
