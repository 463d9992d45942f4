import * as contract from '@hearth/contract';
import { refuse } from '../../../platform/refusal.ts';
import { readPriceTerms, showBilling } from '../../billing/index.ts';
import { listActivities } from '../../members/index.ts';
import { findSubscription } from '../../subscriptions/index.ts';
import { findNewestNumber, keepOutcomes, listActs, noteLook } from '../acts/act-store.ts';
import { saga } from '../operation.ts';
import { findCharges, listInvitesOf, listInvoicesOf, listPeopleOf } from './project-sheet-store.ts';

/** Everything an operator needs to help a team. */
export const lookAtSubscription = saga(
  contract.lookAtSubscription,
  async ({ subscriptionId, reason }, context) => {
    const { db, operator, clock, settings } = context;
    const project = (await findSubscription(db, subscriptionId)) ?? refuse('subscription/unknown');
    const at = clock.now();
    await noteLook(
      db,
      { subjectId: subscriptionId, act: 'look', reason, operatorId: operator.uid },
      at,
    );
    await keepOutcomes(db, subscriptionId);
    const billing = await showBilling(subscriptionId, context);
    const { frequency, movesTo } = await readPriceTerms(db, subscriptionId, settings);
    return {
      subscription_id: project.id,
      name: project.name,
      plan_id: project.planId,
      status: project.status,
      created_at: project.createdAt.toISOString(),
      ended_at: project.endedAt?.toISOString() ?? null,
      ...(await findCharges(db, subscriptionId)),
      frequency,
      moves_to: movesTo,
      time_zone: project.timeZone,
      owner_id: project.ownerId,
      people: await listPeopleOf(db, project),
      invites: await listInvitesOf(db, { subscriptionId, at }),
      invoices: await listInvoicesOf(db, subscriptionId),
      activities: await listActivities(db, { subscriptionId, limit: 50, at }),
      billing: [...billing.lines],
      billing_is_fine: billing.isFine && !billing.differs,
      acts: await listActs(db, subscriptionId),
      seen: await findNewestNumber(db, subscriptionId),
    };
  },
);
