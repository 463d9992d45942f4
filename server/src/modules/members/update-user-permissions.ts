import * as contract from '@hearth/contract';
import { findText, type Language } from '@hearth/contract';
import { recordAudit } from '../audit/index.ts';
import { findAccountById, mailAccount, type Services } from '../identity/index.ts';
import {
  change,
  setPermissions,
  subscriptionLink,
  toHeldPermissions,
} from '../subscriptions/index.ts';
import { endInvitesBy, mayInvite } from './end-invites.ts';
import { requireEditable } from './require-editable.ts';

/** Replaces a member's permissions. A member who loses the right to invite loses their open invites too. */
export const updateUserPermissions = change(
  contract.updateUserPermissions,
  async ({ userId, permissions }, context) => {
    const { tx, view, caller, clock, client, settings, site } = context;
    const { subscription } = view;
    const held = toHeldPermissions(permissions, settings.permissions);
    const membership = await requireEditable(tx, view, userId);
    if (isSame(held, membership.permissions)) {
      return {};
    }

    await setPermissions(tx, { ...membership, permissions: held });
    if (!mayInvite(held, settings.permissions)) {
      const loss = { subscriptionId: subscription.id, inviterId: userId, actorId: caller.uid };
      await endInvitesBy(tx, loss, context);
    }
    await recordAudit(tx, {
      action: 'member.permissions-changed',
      actorId: caller.uid,
      subjectId: userId,
      subscriptionId: subscription.id,
      at: clock.now(),
      origin: client,
      details: { permissions: { from: [...membership.permissions], to: [...held] } },
    });
    await mailAccount(
      tx,
      {
        account: await findAccountById(tx, userId),
        content: (name, language) => ({
          kind: 'permissions-changed',
          subscriptionId: subscription.id,
          name,
          subscriptionName: subscription.name ?? '',
          permissions: permissionLabels(held, language, context),
          link: subscriptionLink(subscription.id, site),
        }),
      },
      context,
    );
    return {};
  },
);

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((key) => others.includes(key));
}

/** Names of permissions on screen and in mails. */
function permissionLabels(
  keys: readonly string[],
  language: Language,
  { settings, texts }: Pick<Services, 'settings' | 'texts'>,
): string[] {
  return settings.permissions
    .filter(({ key }) => keys.includes(key))
    .map(({ key, label }) => findText(texts, language, label) ?? key);
}
