import * as contract from '@hearth/contract';
import { refuseIf, refuseUnless } from '../../../platform/refusal.ts';
import type { Transaction } from '../../../platform/transaction.ts';
import { type Account, findAccountById, listWaysIn, mailAccount } from '../../identity/index.ts';
import { listOwnersAround } from '../../subscriptions/index.ts';
import { noteLook } from '../acts/act-store.ts';
import { type ConsoleServices, change } from '../operation.ts';
import { refuseOperators } from '../roles/refuse-operators.ts';
import { insertView } from './view-store.ts';
import { newViewToken } from './view-token.ts';

const lifeMs = 15 * 60_000;

/** Begins a view, notes it in the person's history, and mails the person and the owners of their projects. */
export const startView = change(contract.startView, async ({ uid, reason }, context) => {
  const { tx, caller, clock, settings } = context;
  refuseUnless(settings.policy.operatorsSeeAsPerson, 'operator/seeing-off');
  const account = await refuseOperators(tx, uid, context);
  refuseIf(account.disabledAt !== null, 'operator/person-disabled');

  const at = clock.now();
  const { token, tokenHash } = newViewToken();
  const { passkeys, secondFactors } = await listWaysIn(tx, uid);
  const expiresAt = new Date(at.getTime() + lifeMs);
  await insertView(tx, {
    tokenHash,
    accountId: uid,
    sessionId: caller.sessionId,
    hasSecondFactor: passkeys.length + secondFactors.length > 0,
    expiresAt,
  });
  await noteLook(tx, { subjectId: uid, act: 'view', reason, operatorId: caller.uid }, at);
  await notify(tx, { account, reason }, context);
  return { token, expires_at: expiresAt.toISOString() };
});

interface Viewed {
  readonly account: Account;
  readonly reason: string;
}

async function notify(
  tx: Transaction,
  { account, reason }: Viewed,
  services: ConsoleServices,
): Promise<void> {
  const { id, displayName: memberName, email: memberEmail } = account;
  await mailAccount(
    tx,
    { account, content: (name) => ({ kind: 'account-viewed', name, reason }) },
    services,
  );
  const about = { kind: 'member-viewed', memberName, memberEmail, reason } as const;
  for (const ownerId of await listOwnersAround(tx, id)) {
    const owner = await findAccountById(tx, ownerId);
    await mailAccount(tx, { account: owner, content: (name) => ({ ...about, name }) }, services);
  }
}
