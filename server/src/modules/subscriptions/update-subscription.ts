import * as contract from '@hearth/contract';
import { recordAudit } from '../audit/index.ts';
import { change, withHolders } from './operation.ts';
import { toSubscriptionName } from './subscription.ts';
import { renameSubscription } from './subscription-store.ts';
import { toVisibleDocument } from './visible-document.ts';

/** Merges into the settings of subscriptions/{id}. */
export const updateSubscription = withHolders(
  change(contract.updateSubscription, async (input, context) => {
    const { tx, view, caller, clock, client, settings, subscriptionHooks } = context;
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
      details: { name: { from: view.subscription.name, to: name } },
    });
    const [charged] = await subscriptionHooks.listCharged(tx, [id]);
    return toVisibleDocument({ ...view, subscription }, caller.uid, { settings, charged });
  }),
);
