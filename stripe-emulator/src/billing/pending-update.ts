import { mergeMetadata, type Scene } from '../scene.ts';
import type { Invoice, Subscription } from './objects.ts';

export function applyPendingUpdate(scene: Scene, subscription: Subscription, invoice: Invoice) {
  const pending = scene.state.billing.pendingUpdates[subscription.id];
  if (pending?.invoice !== invoice.id) {
    return;
  }
  Object.assign(subscription, pending.after, { pending_update: null });
  subscription.metadata = mergeMetadata(subscription.metadata, pending.metadata);
  delete scene.state.billing.pendingUpdates[subscription.id];
  scene.emit('customer.subscription.pending_update_applied', subscription);
}

export function dropPendingUpdate(scene: Scene, subscription: Subscription, invoice: Invoice) {
  if (scene.state.billing.pendingUpdates[subscription.id]?.invoice !== invoice.id) {
    return;
  }
  subscription.pending_update = null;
  delete scene.state.billing.pendingUpdates[subscription.id];
  scene.emit('customer.subscription.pending_update_expired', subscription);
}
