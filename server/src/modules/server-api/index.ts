export {
  findOldestUnlisted,
  insertEvent,
  type NewEvent,
  numberEvents,
  settleRestoredVersions,
} from './event-store.ts';
export { sweepEvents } from './sweep-events.ts';
export type { WebhookServices } from './webhooks/operation.ts';
export { sendWebhooksTask } from './webhooks/webhook-delivery-store.ts';
export {
  listOverfull,
  listTurnedOff,
  readWebhookFacts,
} from './webhooks/webhook-endpoint-store.ts';
export { createWebhookSender, type WebhookSender } from './webhooks/webhook-sender.ts';
