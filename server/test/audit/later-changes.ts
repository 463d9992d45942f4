import { ask, createPaying, type LaterAction } from './money-changes.ts';
import type { Changes } from './recorder.ts';

/** Waits for the end of the period in the configuration of these cases. */
const toFree = (subscriptionId: string) => ({ subscriptionId, planId: 'free' });

const endLater = (subscriptionId: string) => ({ subscriptionId, when: 'period-end' });

/** Cases of what waits for the end of the period; a new action without a line does not compile. */
export const laterChanges: Record<LaterAction, Changes> = {
  'subscription.plan-change-scheduled': {
    async changeSubscriptionPlan(app) {
      const { payer, id } = await createPaying(app);
      const rows = await ask(app, payer, ['changeSubscriptionPlan', toFree(id)]);
      return { rows, actor: payer.uid, subject: id, subscription: id };
    },
  },
  'subscription.plan-change-undone': {
    async undoPlanChange(app) {
      const { payer, id } = await createPaying(app);
      await ask(app, payer, ['changeSubscriptionPlan', toFree(id)]);
      const rows = await ask(app, payer, ['undoPlanChange', { subscriptionId: id }]);
      return { rows, actor: payer.uid, subject: id, subscription: id };
    },
  },
  'subscription.end-scheduled': {
    async cancelSubscription(app) {
      const { payer, id } = await createPaying(app);
      const rows = await ask(app, payer, ['cancelSubscription', endLater(id)]);
      return { rows, actor: payer.uid, subject: id, subscription: id };
    },
  },
  'subscription.resumed': {
    async resumeSubscription(app) {
      const { payer, id } = await createPaying(app);
      await ask(app, payer, ['cancelSubscription', endLater(id)]);
      const rows = await ask(app, payer, ['resumeSubscription', { subscriptionId: id }]);
      return { rows, actor: payer.uid, subject: id, subscription: id };
    },
  },
};
