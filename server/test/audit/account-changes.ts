import { sql } from 'kysely';
import { expect } from 'vitest';
import {
  beginSignIn,
  enrollApp,
  finalizeSignIn,
  showing,
  withdrawFactor,
} from '../harness/authenticator.ts';
import { enterByLink, mailLink, signInByLink } from '../harness/email-sign-in.ts';
import { createTeam, invite } from '../harness/factories.ts';
import { finishInteraction, plantInteraction } from '../harness/hosted-sign-in.ts';
import { beginAddressChange, createRole, planDeletion } from '../harness/operators.ts';
import { addPasskey, removePasskey, signInWithPasskey } from '../harness/passkey-device.ts';
import type { TestApp } from '../harness/test-app.ts';
import {
  applyCode,
  callable,
  changeEmail,
  createPerson,
  createVerifiedPerson,
  disownAccount,
  document,
  identity,
  mailedCode,
  newAddress,
  receivedCode,
  resetPassword,
  signIn,
} from '../harness/wire-client.ts';
import type { OperatorAction } from './operator-changes.ts';
import { type ProviderAction, social, update } from './provider-changes.ts';
import {
  type Action,
  about,
  type Changes,
  erased,
  type Happening,
  nowhere,
  someId,
  written,
  writtenBy,
} from './recorder.ts';

type AccountAction = Exclude<
  Extract<Action, `account.${string}` | `session.${string}`>,
  OperatorAction | ProviderAction
>;

/** Cases of accounts and sessions; a new action without a line does not compile. */
export const accountChanges: Record<AccountAction, Changes> = {
  'account.created': {
    signUp: (app) => signUpAs(app, newAddress()),
    async signInWithIdp(app) {
      const rows = await written(app, () =>
        social(app, { email: newAddress(), name: 'Ada Lovelace' }),
      );
      const { actor = null } = rows[0] ?? {};
      expect(actor).toMatch(/^\w{28}$/);
      return { rows, actor, subject: actor, also: ['session.opened'] };
    },
    async signInWithEmailLink(app) {
      const rows = await written(app, () => signInByLink(app, newAddress()));
      const { actor = null } = rows[0] ?? {};
      return { rows, actor, subject: actor, also: ['session.opened'] };
    },
  },
  'account.profile-updated': {
    async updateUser(app) {
      const ada = await createPerson(app);
      const body = { display_name: 'Countess' };
      const path = `PATCH /v1/users/${ada.uid}` as const;
      return {
        rows: await written(app, () => document(app, path, { ...ada, body })),
        ...about(ada),
      };
    },
    async update(app) {
      const ada = await createPerson(app);
      return {
        rows: await written(app, () => update(app, ada, { displayName: 'A' })),
        ...about(ada),
      };
    },
  },
  'account.email-verified': {
    async update(app) {
      const ada = await createPerson(app);
      const { idToken, email } = ada;
      const code = await mailedCode(app, { requestType: 'VERIFY_EMAIL', idToken }, email);
      return { rows: await written(app, () => applyCode(app, code)), ...about(ada) };
    },
    async acceptInvite(app) {
      const { owner, subscriptionId } = await createTeam(app);
      const ada = await createPerson(app);
      const wanted = { subscriptionId, email: ada.email, idToken: owner.idToken };
      const claim = await invite(app, wanted);
      const rows = await written(app, () => callable(app, 'acceptInvite', { ...ada, data: claim }));
      return { rows, ...about(ada), also: ['invite.accepted'] };
    },
    async signInWithEmailLink(app) {
      const ada = await createPerson(app);
      const { email, idToken } = ada;
      const body = { email, idToken, oobCode: await mailLink(app, email) };
      const rows = await written(app, () => enterByLink(app, body));
      return { rows, ...about(ada), also: ['session.opened'] };
    },
  },
  'account.email-changed': {
    async update(app) {
      const ada = await createVerifiedPerson(app);
      const newEmail = newAddress();
      const request = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: ada.idToken, newEmail };
      const code = await mailedCode(app, request, newEmail);
      return { rows: await written(app, () => applyCode(app, code)), ...about(ada) };
    },
    async sweep(app) {
      const ada = await createVerifiedPerson(app);
      const { confirm } = await beginAddressChange(app, await createRole(app, 'admin'), ada);
      await applyCode(app, confirm);
      await sql`update address_changes set takes_effect_at = begun_at
        where account_id = ${ada.uid}`.execute(app.db);
      const rows = await writtenBy(app, () => app.app.runDue());
      return { rows, actor: null, subject: ada.uid, origin: nowhere };
    },
  },
  'account.email-recovered': {
    async update(app) {
      const ada = await createVerifiedPerson(app);
      await changeEmail(app, ada);
      const code = await receivedCode(app, ada.email, 'recover-email');
      return { rows: await written(app, () => applyCode(app, code)), ...about(ada) };
    },
  },
  'account.recovery-contested': {
    async update(app) {
      const ada = await createVerifiedPerson(app);
      const moved = await changeEmail(app, ada);
      await applyCode(app, await receivedCode(app, ada.email, 'recover-email'));
      const code = await receivedCode(app, moved, 'account-recovered');
      const rows = await written(app, () => applyCode(app, code));
      return { rows, ...about(ada) };
    },
  },
  'account.password-changed': {
    async update(app) {
      const ada = await createPerson(app);
      const rows = await written(app, () => update(app, ada, { password: 'another horse' }));
      return { rows, ...about(ada), also: ['session.opened'] };
    },
  },
  'account.password-reset': {
    async resetPassword(app) {
      const ada = await createPerson(app);
      const { email } = ada;
      const oobCode = await mailedCode(app, { requestType: 'PASSWORD_RESET', email }, email);
      const body = { oobCode, newPassword: 'another horse' };
      return { rows: await written(app, () => resetPassword(app, body)), ...about(ada) };
    },
  },
  'account.factor-added': {
    async finalizeMfaEnrollment(app) {
      const ada = await createVerifiedPerson(app);
      const rows = await writtenBy(app, () => enrollApp(app, ada));
      return { rows, ...about(ada), also: ['session.opened'] };
    },
  },
  'account.factor-removed': {
    async withdrawMfaEnrollment(app) {
      const { person, authenticator } = await enrollApp(app, await createVerifiedPerson(app));
      const rows = await written(app, () => withdrawFactor(app, person.idToken, authenticator.id));
      return { rows, ...about(person), also: ['session.opened'] };
    },
  },
  'account.factors-reverted': {
    async update(app) {
      const { person } = await enrollApp(app, await createVerifiedPerson(app));
      const code = await receivedCode(app, person.email, 'factors-changed');
      return { rows: await written(app, () => applyCode(app, code)), ...about(person) };
    },
  },
  'account.passkey-added': {
    async finishPasskey(app) {
      const ada = await createVerifiedPerson(app);
      return { rows: await writtenBy(app, () => addPasskey(app, ada)), ...about(ada) };
    },
  },
  'account.passkey-removed': {
    async removePasskey(app) {
      const ada = await createVerifiedPerson(app);
      const { id } = await addPasskey(app, ada);
      return { rows: await written(app, () => removePasskey(app, ada, id)), ...about(ada) };
    },
  },
  'account.recovery-code-used': {
    async finalizeMfaSignIn(app) {
      const { person, authenticator } = await enrollApp(app, await createVerifiedPerson(app));
      const [code = ''] = authenticator.recoveryCodes;
      const body = showing(await beginSignIn(app, person), authenticator, code);
      const rows = await written(app, () => finalizeSignIn(app, body));
      return { rows, ...about(person), also: ['session.opened'] };
    },
  },
  'account.recovery-codes-renewed': {
    async renewRecoveryCodes(app) {
      const { person } = await enrollApp(app, await createVerifiedPerson(app));
      const request = { ...person, body: {} };
      const rows = await written(app, () => document(app, 'POST /v1/recovery-codes', request));
      return { rows, ...about(person) };
    },
  },
  'account.password-removed': {
    async update(app) {
      const ada = await createVerifiedPerson(app);
      await social(app, { email: ada.email });
      const rows = await written(app, () => update(app, ada, { deleteProvider: ['password'] }));
      return { rows, ...about(ada) };
    },
  },
  'account.disowned': {
    async disownAccount(app) {
      const ada = await createPerson(app);
      const { idToken, email } = ada;
      const code = await mailedCode(app, { requestType: 'VERIFY_EMAIL', idToken }, email);
      return { rows: await written(app, () => disownAccount(app, code)), ...about(ada) };
    },
    async update(app) {
      const ada = await createPerson(app);
      const { idToken, email } = ada;
      await applyCode(app, await mailedCode(app, { requestType: 'VERIFY_EMAIL', idToken }, email));
      const code = await receivedCode(app, email, 'revert-verification');
      return { rows: await written(app, () => applyCode(app, code)), ...about(ada) };
    },
  },
  'account.deleted': {
    async deleteAccount(app) {
      const ada = await createPerson(app);
      const { idToken } = ada;
      const rows = await written(app, () => identity(app, '/v1/accounts:delete', { idToken }));
      return { rows, ...about(ada), origin: erased };
    },
    async sweep(app) {
      const ada = await createVerifiedPerson(app);
      await planDeletion(app, await createRole(app, 'admin'), ada);
      await sql`update planned_deletions set deletes_at = ${app.clock.now()}
        where account_id = ${ada.uid}`.execute(app.db);
      const rows = await writtenBy(app, () => app.app.runDue());
      return { rows, actor: null, subject: ada.uid, origin: nowhere };
    },
  },
  'account.expired': {
    async sweep(app) {
      const { uid } = await createPerson(app);
      const longAgo = new Date(app.clock.now().getTime() - 40 * 86_400_000);
      const lately = new Date(app.clock.now().getTime() - 8 * 86_400_000);
      await sql`update accounts set created_at = ${longAgo}, last_signed_in_at = ${longAgo}
        where id = ${uid}`.execute(app.db);
      await sql`delete from sessions where account_id = ${uid}`.execute(app.db);
      await sql`insert into unverified_account_checks values (${uid}, ${lately}, ${lately})`.execute(
        app.db,
      );
      const rows = await writtenBy(app, () => app.app.runDue());
      return { rows, actor: null, subject: uid, origin: nowhere };
    },
  },
  'session.opened': {
    async signInWithPassword(app) {
      const ada = await createPerson(app);
      const { email, password } = ada;
      const body = { email, password };
      const path = '/v1/accounts:signInWithPassword';
      const rows = await written(app, () => identity(app, path, body));
      return { rows, actor: ada.uid, subject: someId };
    },
    async signInWithPasskey(app) {
      const ada = await createVerifiedPerson(app);
      const passkey = await addPasskey(app, ada);
      const rows = await written(app, () => signInWithPasskey(app, passkey));
      return { rows, actor: ada.uid, subject: someId };
    },
    async signInWithEmailLink(app) {
      const ada = await createVerifiedPerson(app);
      const rows = await written(app, () => signInByLink(app, ada.email));
      return { rows, actor: ada.uid, subject: someId };
    },
  },
  'session.handed-on': {
    async finishInteraction(app) {
      const { uid, idToken } = await createPerson(app);
      const interaction = await plantInteraction(app);
      const rows = await written(app, () => finishInteraction(app, { ...interaction, idToken }));
      return { rows, actor: uid, subject: someId };
    },
  },
  'session.ended': {
    async endSession(app) {
      const ada = await createPerson(app);
      await signIn(app, ada);
      const { sessions } = (await document(app, 'GET /v1/sessions', ada)).json();
      const { id } = sessions.find(({ current }: { current: boolean }) => !current);
      const path = `DELETE /v1/sessions/${id}` as const;
      const rows = await written(app, () => document(app, path, { idToken: ada.idToken }));
      return { rows, actor: ada.uid, subject: id };
    },
    async signOut(app) {
      const { uid, idToken } = await createPerson(app);
      const rows = await written(app, () => identity(app, '/v1/accounts:signOut', { idToken }));
      return { rows, actor: uid, subject: someId };
    },
  },
  'session.others-ended': {
    async endOtherSessions(app) {
      const ada = await createPerson(app);
      await signIn(app, ada);
      const { idToken } = ada;
      const rows = await written(app, () => document(app, 'DELETE /v1/sessions', { idToken }));
      return { rows, ...about(ada) };
    },
  },
};

async function signUpAs(app: TestApp, email: string): Promise<Happening> {
  const body = { email, password: 'correct horse', displayName: 'Ada Lovelace' };
  let uid = '';
  const rows = await written(app, async () => {
    const answer = await identity(app, '/v1/accounts:signUp', body);
    uid = answer.json().localId;
    return answer;
  });
  return { rows, actor: uid, subject: uid, also: ['session.opened'] };
}
