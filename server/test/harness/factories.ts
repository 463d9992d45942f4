import type { SubscriptionStatus } from '@hearth/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { itemsOf } from '../../src/modules/billing/port/rules/plan.ts';
import { receivedMails } from './mailbox.ts';
import type { TestApp } from './test-app.ts';
import {
  callable,
  createFreeSubscription,
  createPerson,
  newAddress,
  type Person,
} from './wire-client.ts';

export interface Team {
  readonly owner: Person;
  readonly subscriptionId: string;
}

/** A free subscription and its owner. */
export async function createTeam(app: TestApp): Promise<Team> {
  const owner = await createPerson(app);
  return { owner, subscriptionId: await createFreeSubscription(app, owner) };
}

/** Sets a status that only a payment provider could bring about. */
export async function setStatus(
  { db }: TestApp,
  subscriptionId: string,
  status: SubscriptionStatus,
): Promise<void> {
  await sql`update subscriptions set status = ${status} where id = ${subscriptionId}`.execute(db);
}

interface NewMember {
  readonly subscriptionId: string;
  readonly uid: string;
  /** `access` alone unless said otherwise. */
  readonly permissions?: readonly string[];
}

/** A membership as if an invite had been accepted. */
export async function addMember(
  { db, clock }: TestApp,
  { subscriptionId, uid, permissions = ['access'] }: NewMember,
): Promise<void> {
  await sql`
    insert into memberships (subscription_id, account_id, permissions, created_at)
    values (${subscriptionId}, ${uid}, ${permissions}, ${clock.now()})`.execute(db);
}

export async function removeMember(
  { db }: TestApp,
  { subscriptionId, uid }: NewMember,
): Promise<void> {
  await sql`
    delete from memberships
    where subscription_id = ${subscriptionId} and account_id = ${uid}`.execute(db);
}

interface WantedInvite {
  readonly subscriptionId: string;
  readonly email: string;
  /** Token of an admin-level holder. */
  readonly idToken: string;
  readonly permissions?: readonly string[];
}

/** Invites over the wire; answers the id and the token of the mailed link. */
export async function invite(
  app: TestApp,
  { idToken, permissions = ['access'], ...wanted }: WantedInvite,
): Promise<{ inviteId: string; token: string }> {
  const data = { ...wanted, permissions };
  const answer = await callable(app, 'createInvite', { data, idToken });
  expect(answer.statusCode, answer.body).toBe(200);
  const { inviteId } = answer.json().data;
  const mails = await receivedMails(app, wanted.email);
  const link = mails.findLast(({ kind }) => kind === 'invitation')?.links[0] ?? '';
  return { inviteId, token: new URL(link).searchParams.get('token') ?? '' };
}

/** How long an invite can be accepted. */
export const fortnightMs = 14 * 24 * 3_600_000;

/** Invites in the name of the team's owner. */
export function inviteTo(
  app: TestApp,
  { owner, subscriptionId }: Team,
  email = newAddress(),
  permissions: readonly string[] = ['access'],
) {
  return invite(app, { subscriptionId, email, permissions, idToken: owner.idToken });
}

/** A member who joined by an invite of the team's owner. */
export function joinTeam(
  app: TestApp,
  { owner, subscriptionId }: Team,
  permissions: readonly string[] = ['access'],
) {
  return joinedPerson(app, { subscriptionId, permissions, idToken: owner.idToken });
}

/** An active member who joined by an invite, with a verified address. */
export async function joinedPerson(
  app: TestApp,
  wanted: Omit<WantedInvite, 'email'>,
): Promise<Person> {
  const person = await createPerson(app);
  await joinAs(app, person, wanted);
  return person;
}

/** The person joins by an invite, whose mailed link also verifies the address. */
export async function joinAs(
  app: TestApp,
  person: Person,
  wanted: Omit<WantedInvite, 'email'>,
): Promise<void> {
  const { inviteId, token } = await invite(app, { ...wanted, email: person.email });
  const { idToken } = person;
  const answer = await callable(app, 'acceptInvite', { data: { inviteId, token }, idToken });
  expect(answer.statusCode, answer.body).toBe(200);
}

/** A plan's items at those prices, as rows have them. */
export const itemRows = (...priceIds: string[]) => JSON.stringify(itemsOf({ priceIds }));

/** Puts the project on Enterprise, which becomes Free when its period ends. */
export async function scheduleFree({ db }: TestApp, subscriptionId: string): Promise<void> {
  await sql`update subscriptions set plan_id = 'enterprise' where id = ${subscriptionId}`.execute(
    db,
  );
  await sql`
    insert into billing_accounts (subscription_id, scheduled_items, scheduled_at)
    values (${subscriptionId}, ${itemRows('price_free_week')}, now() + interval '7 days')`.execute(
    db,
  );
}
