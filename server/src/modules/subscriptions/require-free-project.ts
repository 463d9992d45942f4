import type { HearthConfig, RefusalCode } from '@hearth/contract';
import { refuseIf } from '../../platform/refusal.ts';
import type { Transaction } from '../../platform/transaction.ts';
import { countOwnedOnPlans } from './subscription-store.ts';

interface FreeProject {
  /** Account that would own one more. */
  readonly uid: string;
  readonly planId: string;
}

/** Refuses one more project on a free plan than the configuration lets an account own. */
export async function requireFreeProject(
  tx: Transaction,
  { uid, planId }: FreeProject,
  { settings, code }: { readonly settings: HearthConfig; readonly code: RefusalCode },
): Promise<void> {
  const most = settings.policy.freeProjects;
  const planIds = settings.plans.filter(({ free }) => free).map(({ id }) => id);
  if (most !== null && planIds.includes(planId)) {
    const owned = await countOwnedOnPlans(tx, { uid, planIds });
    refuseIf(owned >= most, code);
  }
}
