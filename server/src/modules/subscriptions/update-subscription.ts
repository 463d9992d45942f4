import * as contract from '@hearth/contract';
import { recordAudit } from '../audit/index.ts';
import { change } from './operation.ts';
import { toSubscriptionName } from './subscription.ts';
import { renameSubscription } from './subscription-store.ts';
import { toVisibleDocument } from './visible-document.ts';

/** Merges into the settings of subscriptions/{id}. */
export const updateSubscription = change(contract.updateSubscription, async (input, context) => {
  const { tx, view, caller, clock, settings, client } = context;
  const name = toSubscriptionName(input.settings.name);

  const { id } = view.subscription;
  const subscription = await renameSubscription(tx, { id, name, at: clock.now() });
  await recordAudit(tx, {
    action: 'subscription.settings-updated',
    actorId: caller.uid,
    subjectId: id,
    subscriptionId: id,
    at: clock.now(),
    origin: client,
  });
  const reader = { uid: caller.uid, permissions: settings.permissions };
  return await toVisibleDocument(tx, { ...view, subscription }, reader);
});
