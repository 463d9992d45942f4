import type { PlanEnd } from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Account } from '../accounts/account.ts';
import { deletionGraceMs } from '../codes/action-code.ts';
import { isContestable, removeActionCodes } from '../codes/action-code-store.ts';
import { mailActionCode } from '../codes/mail-action-code.ts';
import type { Redeeming } from '../codes/redeem-action-code.ts';
import type { IdentityServices } from '../operation.ts';
import type { PlanActing, PlanServices } from './change-address.ts';
import { insertPlannedDeletion, removePlannedDeletion } from './planned-deletion-store.ts';

/** Plans the deletion of an account, in place of one that waits; refuses while the person could not delete it either. */
export async function planDeletion(
  tx: Transaction,
  account: Account,
  context: PlanActing,
): Promise<void> {
  const { id: accountId, email } = account;
  const at = context.clock.now();
  refuseIf(await isContestable(tx, { accountId, at }), 'auth/account-contested');
  await context.hooks.requireDeletable(tx, accountId);

  await endDeletion(tx, { accountId, end: 'replaced' }, context);
  const deletesAt = new Date(at.getTime() + deletionGraceMs);
  await insertPlannedDeletion(tx, { accountId, deletesAt });
  const { actorId, client: origin } = context;
  const action = 'account.deletion-planned';
  await recordAudit(tx, { action, actorId, subjectId: accountId, at, origin });
  await mailActionCode(tx, { type: 'KEEP_ACCOUNT', account, email, at, userAgent: null }, context);
}

/** Ends a planned deletion, and the account stays; answers whether there was one. */
export async function endDeletion(
  tx: Transaction,
  { accountId, end }: { readonly accountId: string; readonly end: PlanEnd },
  { hooks }: Pick<IdentityServices, 'hooks'>,
): Promise<boolean> {
  const wasThere = await removePlannedDeletion(tx, accountId);
  if (wasThere) {
    await removeActionCodes(tx, { accountId, types: ['KEEP_ACCOUNT'] });
    await hooks.onPlanEnded(tx, { accountId, act: 'delete', end });
  }
  return wasThere;
}

/** Keeps an account that would be deleted, for an operator; answers whether it would. */
export async function keepAccount(
  tx: Transaction,
  { id: accountId }: Pick<Account, 'id'>,
  context: PlanActing,
): Promise<boolean> {
  const wasThere = await endDeletion(tx, { accountId, end: 'stopped' }, context);
  if (wasThere) {
    const { actorId, client: origin, clock } = context;
    const action = 'account.deletion-stopped';
    await recordAudit(tx, { action, actorId, subjectId: accountId, at: clock.now(), origin });
  }
  return wasThere;
}

/** Said from the mailbox that was told. */
export async function keepByMailbox(
  tx: Transaction,
  { account: { id }, at }: Redeeming,
  context: PlanServices,
): Promise<void> {
  const ending = { accountId: id, end: 'stopped-by-person' } as const;
  refuseUnless(await endDeletion(tx, ending, context), 'auth/invalid-action-code');
  const ids = { actorId: id, subjectId: id };
  const origin = context.client;
  await recordAudit(tx, { action: 'account.deletion-stopped', ...ids, at, origin });
}

/** Gives a deletion up that is refused when its time has come. */
export async function giveUpDeletion(
  tx: Transaction,
  accountId: string,
  { clock, client: origin, hooks }: PlanServices,
): Promise<void> {
  const at = clock.now();
  if (await endDeletion(tx, { accountId, end: 'not-allowed' }, { hooks })) {
    const action = 'account.deletion-given-up';
    await recordAudit(tx, { action, actorId: null, subjectId: accountId, at, origin });
  }
}
