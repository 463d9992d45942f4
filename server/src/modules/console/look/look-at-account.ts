import * as contract from '@hearth/contract';
import { refuse } from '../../../platform/refusal.ts';
import {
  findAccountById,
  findAddressChange,
  findDeletionTime,
  listActiveSessions,
  listLimits,
  listSecurityEvents,
  listWaysIn,
} from '../../identity/index.ts';
import { listMailsTo } from '../../mail/index.ts';
import { listSubscriptionsOf } from '../../subscriptions/index.ts';
import { findNewestNumber, listActs, noteLook } from '../acts/act-store.ts';
import { change } from '../operation.ts';
import { findRole } from '../roles/require-operator.ts';

/** Everything an operator needs to help a person. */
export const lookAtAccount = change(contract.lookAtAccount, async ({ uid, reason }, context) => {
  const { tx, operator, clock } = context;
  const account = (await findAccountById(tx, uid)) ?? refuse('account/unknown');
  const at = clock.now();
  await noteLook(tx, { subjectId: uid, act: 'look', reason, operatorId: operator.uid }, at);
  const waysIn = await listWaysIn(tx, uid);
  const sessions = await listActiveSessions({ uid }, { ...context, db: tx });
  const projects = await listSubscriptionsOf(tx, uid);
  const mails = await listMailsTo(tx, account.email);
  const events = await listSecurityEvents(tx, uid);
  const change = await findAddressChange(tx, uid);
  const role = await findRole(tx, { uid, ...account }, context);
  return {
    uid,
    email: account.email,
    email_verified: account.emailVerified,
    name: account.displayName,
    language: account.language,
    created_at: account.createdAt.toISOString(),
    last_signed_in_at: account.lastSignedInAt.toISOString(),
    disabled_at: account.disabledAt?.toISOString() ?? null,
    address_change: change
      ? {
          email: change.email,
          confirmed: change.confirmedAt !== null,
          takes_effect_at: change.takesEffectAt.toISOString(),
          gives_up_at: change.givesUpAt.toISOString(),
        }
      : null,
    deletes_at: (await findDeletionTime(tx, uid))?.toISOString() ?? null,
    operator_role: role ?? null,
    can_be_seen:
      context.settings.policy.operatorsSeeAsPerson &&
      contract.mayOperate(operator.role, contract.startView.access.right) &&
      role === undefined &&
      account.disabledAt === null,
    has_password: account.passwordHash !== null,
    providers: waysIn.providers.map(({ provider, email }) => ({ provider, email: email ?? '' })),
    passkeys: waysIn.passkeys.length,
    second_factors: waysIn.secondFactors.length,
    recovery_codes_left: waysIn.recoveryCodesLeft,
    sessions,
    projects: projects.map(({ id, name, plan_id, status, is_owner, permissions }) => ({
      subscription_id: id,
      name,
      plan_id,
      status,
      is_owner,
      permissions: permissions ?? [],
    })),
    mails: mails.map(({ at: queuedAt, sentAt, ...mail }) => ({
      ...mail,
      at: queuedAt.toISOString(),
      sent_at: sentAt?.toISOString() ?? null,
    })),
    events: events.map(({ at: happenedAt, userAgent, ...event }) => ({
      ...event,
      at: happenedAt.toISOString(),
      user_agent: userAgent,
    })),
    limits: await listLimits(tx, account, at),
    acts: await listActs(tx, uid),
    seen: await findNewestNumber(tx, uid),
  };
});
