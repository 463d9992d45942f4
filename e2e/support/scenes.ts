import type { APIRequestContext } from '@playwright/test';
import { addAuthenticator } from './authenticator.ts';
import { applyLink, askForMail } from './identity-calls.ts';
import { mailedLink } from './mailbox.ts';
import { newPerson, type Person } from './people.ts';
import { addressOf, places } from './places.ts';
import {
  addCard,
  call,
  firstInvoice,
  invite,
  inviteMany,
  join,
  project,
  rename,
  signedUp,
  verify,
} from './seeds.ts';

/** Rows that page states look at, made by the server's own calls where it has one. */
export interface Scene {
  /** People who can look at it, by the name that states use. */
  readonly people: Readonly<Record<string, Person>>;
  /** Ids of projects and mailed links, by the name that states use. */
  readonly known: Readonly<Record<string, string>>;
}

export type SceneName = keyof typeof scenes;

/** Makers of scenes. */
export const scenes = { visitor, newcomer, team, payer } as const;

/** Has no signed-in person; mails have come. */
async function visitor(request: APIRequestContext): Promise<Scene> {
  const [ada, grace] = await signedUp(request, ['Ada Lovelace', 'Grace Hopper']);
  const id = await project(request, ada, { name: 'Acme Analytics' });
  const { email } = newPerson();
  await invite(request, ada, { id, email });
  await askForMail(request, { requestType: 'PASSWORD_RESET', email: ada.email });
  await askForMail(request, { requestType: 'VERIFY_EMAIL', idToken: ada.idToken });
  await askForMail(request, { requestType: 'VERIFY_EMAIL', idToken: grace.idToken });
  const used = await mailedLink(request, grace.email, 'verify-email');
  await applyLink(request, used);
  const invitation = await mailedLink(request, email, 'invitation');
  await addAuthenticator(request, grace);
  await askForMail(request, { requestType: 'EMAIL_SIGNIN', email: ada.email });
  return {
    people: {},
    known: {
      landing: `${addressOf(places.front)}/`,
      yearly: `${addressOf(places.monthlyYearly)}/pricing?frequency=year`,
      email: ada.email,
      reset: await mailedLink(request, ada.email, 'reset-password'),
      verify: await mailedLink(request, ada.email, 'verify-email'),
      enter: await mailedLink(request, ada.email, 'sign-in-link'),
      undo: await mailedLink(request, grace.email, 'revert-verification'),
      factors: await mailedLink(request, grace.email, 'factors-changed'),
      contest: await contestLink(request),
      used,
      invitation,
      copied: withoutToken(invitation),
    },
  };
}

/** An account is taken back from its old mailbox; answers the link of the other one. */
async function contestLink(request: APIRequestContext): Promise<string> {
  const [moved] = await signedUp(request, ['Mary Somerville']);
  await verify([moved]);
  const { email: newEmail } = newPerson();
  const { idToken } = moved;
  await askForMail(request, { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail });
  await applyLink(request, await mailedLink(request, newEmail, 'verify-and-change-email'));
  await applyLink(request, await mailedLink(request, moved.email, 'recover-email'));
  return await mailedLink(request, newEmail, 'account-recovered');
}

function withoutToken(link: string): string {
  const url = new URL(link);
  url.searchParams.delete('token');
  return url.href;
}

/** Signed up a moment ago; nothing else has happened. */
async function newcomer(request: APIRequestContext): Promise<Scene> {
  const [newcomer] = await signedUp(request, ['Katherine Johnson']);
  return { people: { newcomer }, known: { foreign: 'UnknownUnknownUnknow' } };
}

const otherProjects = ['Nordwind', 'Studio Lumen', '星河数据', 'Bakery on the Corner'];

/** Projects of every size, with people of every kind. */
async function team(request: APIRequestContext): Promise<Scene> {
  const everybody = await signedUp(request, ['Ada Lovelace', 'Grace Hopper', 'Alan Turing']);
  const [owner, admin, member] = everybody;
  await verify(everybody);
  for (const name of otherProjects) {
    await project(request, owner, { name });
  }
  const ended = await project(request, owner, { name: 'Old times' });
  await call(request, owner, 'cancelSubscription', {
    subscriptionId: ended,
    confirmationId: ended,
  });
  const unnamed = await project(request, owner, {});
  const long = await project(request, owner, { name: 'Extraordinarily long names '.repeat(7) });
  const full = await project(request, owner, { name: 'Full house' });
  await inviteMany(full, 9);
  const acme = await project(request, owner, { name: 'Acme', planId: 'pro' });
  await join(request, [owner, admin], { id: acme, permissions: ['access', 'editor', 'admin'] });
  await join(request, [owner, member], { id: acme, permissions: ['access', 'editor'] });
  // More than a page of users and of events.
  await inviteMany(acme, 12);
  for (const name of 'Acme,Acme A,Acme An,Acme Ana,Acme Anal,Acme Analy,Acme Analytics'.split(
    ',',
  )) {
    await rename(request, owner, { id: acme, name: `${name} ${name.length}` });
    await rename(request, owner, { id: acme, name });
  }
  await invite(request, owner, { id: long, email: member.email });
  const invitation = await mailedLink(request, member.email, 'invitation');
  return {
    people: { owner, admin, member },
    known: { acme, ended, full, invitation, long, unnamed },
  };
}

/** Someone who pays, and someone whose bank asks. */
async function payer(request: APIRequestContext): Promise<Scene> {
  const everybody = await signedUp(request, ['Ada Lovelace', 'Mary Jackson']);
  const [payer, waiting] = everybody;
  await verify(everybody);
  const paid = await project(request, payer, { name: 'Acme Analytics', planId: 'pro' });
  await addCard(request, payer, { id: paid, number: '5555555555554444' });
  const free = await project(request, payer, { name: 'Nordwind' });
  const ended = await project(request, payer, { name: 'Old times', planId: 'pro' });
  await call(request, payer, 'cancelSubscription', {
    subscriptionId: ended,
    confirmationId: ended,
  });
  const card = 'pm_card_authenticationRequired';
  const begun = await project(request, waiting, { planId: 'pro', card });
  const invoice = await firstInvoice(request, payer, paid);
  return { people: { payer, waiting }, known: { paid, free, ended, begun, invoice } };
}
