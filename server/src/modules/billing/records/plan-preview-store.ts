import type { Database, Transaction } from '../../../platform/transaction.ts';

interface PlanPreviewTable {
  subscription_id: string;
  plan_id: string;
  shown_at: Date;
  due_now: number;
  credit: number;
}

const previews = (db: Database) => db.withTables<{ plan_previews: PlanPreviewTable }>();

/** What somebody was shown before a change to the plan. */
export interface PlanPreview {
  readonly subscriptionId: string;
  readonly planId: string;
  readonly shownAt: Date;
  /** Minor units, like the credit. */
  readonly dueNow: number;
  readonly credit: number;
}

/** The newest takes the place of an earlier one. */
export async function keepPreview(db: Database, preview: PlanPreview): Promise<void> {
  const row = { shown_at: preview.shownAt, due_now: preview.dueNow, credit: preview.credit };
  await previews(db)
    .insertInto('plan_previews')
    .values({ subscription_id: preview.subscriptionId, plan_id: preview.planId, ...row })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'plan_id']).doUpdateSet(row))
    .execute();
}

/** It has been used: a later change to the plan is not held to it. */
export async function removePreview(
  tx: Transaction,
  { subscriptionId, planId }: Pick<PlanPreview, 'subscriptionId' | 'planId'>,
): Promise<void> {
  await previews(tx)
    .deleteFrom('plan_previews')
    .where('subscription_id', '=', subscriptionId)
    .where('plan_id', '=', planId)
    .execute();
}

export async function findPreview(
  db: Database,
  { subscriptionId, planId }: Pick<PlanPreview, 'subscriptionId' | 'planId'>,
): Promise<PlanPreview | undefined> {
  const row = await previews(db)
    .selectFrom('plan_previews')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('plan_id', '=', planId)
    .executeTakeFirst();
  return (
    row && {
      subscriptionId,
      planId,
      shownAt: row.shown_at,
      dueNow: row.due_now,
      credit: row.credit,
    }
  );
}
