import { createTeam, invite, joinAs, joinedPerson } from '../harness/factories.ts';
import { giveAwayAsIntruder } from '../harness/frozen-project.ts';
import { callAs, createRole } from '../harness/operators.ts';
import type { TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  callable,
  createPerson,
  createVerifiedPerson,
  disownAccount,
  document,
  identity,
  mailedCode,
  newAddress,
  receivedCode,
} from '../harness/wire-client.ts';
import type { MoneyAction } from './money-changes.ts';
import type { OperatorAction } from './operator-changes.ts';
import type { ProgramAction } from './program-changes.ts';
import {
  type Action,
  about,
  type Changes,
  erased,
  someId,
  written,
  writtenBy,
} from './recorder.ts';

type TeamAction = Exclude<
  Extract<Action, `subscription.${string}` | `invite.${string}` | `member.${string}`>,
  MoneyAction | OperatorAction | ProgramAction
>;

/** Cases of subscriptions; a new action without a line does not compile. */
export const teamChanges: Record<TeamAction, Changes> = {
  'subscription.created': {
    async createSubscription(app) {
      const ada = await createPerson(app);
      const rows = await written(app, () =>
        callable(app, 'createSubscription', { ...ada, data: { planId: 'free' } }),
      );
      const id = rows[0]?.subject ?? '';
      return { rows, actor: ada.uid, subject: id, subscription: id };
    },
  },
  'subscription.settings-updated': {
    async updateSubscription(app) {
      const { owner, subscriptionId: id } = await createTeam(app);
      const body = { settings: { name: 'Acme' } };
      const path = `PATCH /v1/subscriptions/${id}` as const;
      const rows = await written(app, () => document(app, path, { ...owner, body }));
      return { rows, actor: owner.uid, subject: id, subscription: id };
    },
  },
  'subscription.ownership-transferred': {
    async transferSubscriptionOwnership(app) {
      const { owner, subscriptionId, member, inTeam } = await createTeamWith(app, ['admin']);
      const data = { subscriptionId, newOwnerId: member.uid };
      const rows = await written(app, () =>
        callable(app, 'transferSubscriptionOwnership', { ...owner, data }),
      );
      return { rows, actor: owner.uid, subject: member.uid, ...inTeam };
    },
    async actOnSubscription(app) {
      const { subscriptionId, member, inTeam } = await createTeamWith(app, ['access']);
      const by = await createRole(app, 'billing');
      const rows = await written(app, () =>
        callAs(app, by, `POST /subscriptions/${subscriptionId}/acts`, {
          act: 'transfer',
          reason: 'Ticket 1',
          seen: 0,
          memberId: member.uid,
        }),
      );
      return { rows, actor: null, subject: member.uid, ...inTeam };
    },
  },
  'subscription.frozen': {
    async update(app) {
      const { takenOver, subscriptionId } = await giveAwayAsIntruder(app);
      const code = await receivedCode(app, takenOver.email, 'recover-email');
      const rows = await written(app, () => applyCode(app, code));
      const frozen = { subject: subscriptionId, subscription: subscriptionId };
      const origin = { address: '', user_agent: '' };
      return { rows, actor: null, ...frozen, also: ['account.email-recovered'], origin };
    },
  },
  'invite.created': {
    async createInvite(app) {
      const { owner, subscriptionId: subscription } = await createTeam(app);
      const data = { subscriptionId: subscription, email: newAddress(), permissions: [] };
      const rows = await written(app, () => callable(app, 'createInvite', { ...owner, data }));
      return { rows, actor: owner.uid, subject: someId, subscription };
    },
  },
  'invite.accepted': {
    async acceptInvite(app) {
      const { guest, inviteId, inTeam } = await createInvited(app);
      const rows = await written(app, () =>
        callable(app, 'acceptInvite', { ...guest, data: { inviteId } }),
      );
      return { rows, actor: guest.uid, ...inTeam };
    },
  },
  'invite.rejected': {
    async rejectInvite(app) {
      const { guest, inviteId, inTeam } = await createInvited(app);
      const rows = await written(app, () =>
        callable(app, 'rejectInvite', { ...guest, data: { inviteId } }),
      );
      return { rows, actor: guest.uid, ...inTeam };
    },
  },
  'invite.revoked': {
    async revokeInvite(app) {
      const { owner, subscriptionId, inviteId, inTeam } = await createInvited(app);
      const rows = await written(app, () =>
        callable(app, 'revokeInvite', { ...owner, data: { inviteId, subscriptionId } }),
      );
      return { rows, actor: owner.uid, ...inTeam };
    },
  },
  'invite.expired': {
    async sweep(app) {
      const { inTeam } = await createInvited(app);
      await app.app.runDue();
      app.clock.advance(14 * 24 * 3_600_000);
      const all = await writtenBy(app, () => app.app.runDue());
      const rows = all.filter(({ subject }) => subject === inTeam.subject);
      return { rows, actor: null, ...inTeam, origin: { address: '', user_agent: '' } };
    },
  },
  'invite.resent': {
    async resendInvite(app) {
      const { owner, subscriptionId, inviteId, inTeam } = await createInvited(app);
      const rows = await written(app, () =>
        callable(app, 'resendInvite', { ...owner, data: { inviteId, subscriptionId } }),
      );
      return { rows, actor: owner.uid, ...inTeam };
    },
  },
  'invite.restored': {
    async undoRevokeInvite(app) {
      const { owner, subscriptionId, inviteId, inTeam } = await createInvited(app);
      const call = { ...owner, data: { inviteId, subscriptionId } };
      await callable(app, 'revokeInvite', call);
      const rows = await written(app, () => callable(app, 'undoRevokeInvite', call));
      return { rows, actor: owner.uid, ...inTeam };
    },
  },
  'invite.reconsidered': {
    async undoRejectInvite(app) {
      const { guest, inviteId, inTeam } = await createInvited(app);
      await callable(app, 'rejectInvite', { ...guest, data: { inviteId } });
      const rows = await written(app, () =>
        callable(app, 'undoRejectInvite', { ...guest, data: { inviteId } }),
      );
      return { rows, actor: guest.uid, ...inTeam };
    },
  },
  'member.permissions-changed': {
    async updateUserPermissions(app) {
      const { owner, subscriptionId, member, inTeam } = await createTeamWith(app, []);
      const data = { subscriptionId, userId: member.uid, permissions: ['admin'] };
      const rows = await written(app, () =>
        callable(app, 'updateUserPermissions', { ...owner, data }),
      );
      return { rows, actor: owner.uid, subject: member.uid, ...inTeam };
    },
  },
  'member.removed': {
    async removeUser(app) {
      const { owner, subscriptionId, member, inTeam } = await createTeamWith(app, ['admin']);
      const data = { subscriptionId, userId: member.uid };
      const rows = await written(app, () => callable(app, 'removeUser', { ...owner, data }));
      return { rows, actor: owner.uid, subject: member.uid, ...inTeam };
    },
  },
  'member.restored': {
    async undoRemoveUser(app) {
      const { owner, subscriptionId, member, inTeam } = await createTeamWith(app, []);
      const call = { ...owner, data: { subscriptionId, userId: member.uid } };
      await callable(app, 'removeUser', call);
      const rows = await written(app, () => callable(app, 'undoRemoveUser', call));
      return { rows, actor: owner.uid, subject: member.uid, ...inTeam };
    },
  },
  'member.left': {
    async removeUser(app) {
      const { subscriptionId, member, inTeam } = await createTeamWith(app, []);
      const data = { subscriptionId, userId: member.uid };
      const rows = await written(app, () => callable(app, 'removeUser', { ...member, data }));
      return { rows, ...about(member), ...inTeam };
    },
    async deleteAccount(app) {
      const { member, inTeam } = await createTeamWith(app, []);
      const { idToken } = member;
      const rows = await written(app, () => identity(app, '/v1/accounts:delete', { idToken }));
      return { rows, ...about(member), ...inTeam, also: ['account.deleted'], origin: erased };
    },
  },
  'member.disowned': {
    async disownAccount(app) {
      const { owner, subscriptionId } = await createTeam(app);
      const squatter = await createPerson(app);
      const { idToken, email } = squatter;
      const code = await mailedCode(app, { requestType: 'VERIFY_EMAIL', idToken }, email);
      await joinAs(app, squatter, {
        subscriptionId,
        idToken: owner.idToken,
        permissions: ['access', 'admin'],
      });
      await invite(app, { subscriptionId, idToken, email: newAddress() });
      const rows = await written(app, () => disownAccount(app, code));
      const also: Action[] = ['account.disowned', 'invite.revoked'];
      return { rows, ...about(squatter), subscription: subscriptionId, also };
    },
  },
};

export async function createTeamWith(app: TestApp, permissions: string[]) {
  const team = await createTeam(app);
  const { owner, subscriptionId } = team;
  const member = await joinedPerson(app, { subscriptionId, permissions, idToken: owner.idToken });
  return { ...team, member, inTeam: { subscription: subscriptionId } };
}

/** Somebody with a verified address whose invite waits. */
export async function createInvited(app: TestApp) {
  const team = await createTeam(app);
  const { owner, subscriptionId } = team;
  const guest = await createVerifiedPerson(app);
  const wanted = { subscriptionId, email: guest.email, idToken: owner.idToken };
  const { inviteId } = await invite(app, wanted);
  const inTeam = { subject: inviteId, subscription: subscriptionId };
  return { ...team, guest, inviteId, inTeam };
}
