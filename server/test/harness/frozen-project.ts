import { sql } from 'kysely';
import { expect } from 'vitest';
import { joinTeam } from './factories.ts';
import type { TestApp } from './test-app.ts';
import {
  applyCode,
  callable,
  changeEmail,
  createFreeSubscription,
  createVerifiedPerson,
  newAddress,
  type Person,
  receivedCode,
  signIn,
} from './wire-client.ts';

export interface GivenAway {
  /** Owner before the intruder came, with the sessions of before. */
  readonly takenOver: Person;
  /** Signed in with the password; the account has this one's address now. */
  readonly intruder: Person;
  /** Who owns the project now. */
  readonly owner: Person;
  readonly subscriptionId: string;
}

/** An intruder moves an account to another address and gives its project away. */
export async function giveAwayAsIntruder(
  app: TestApp,
  makeProject = createFreeSubscription,
): Promise<GivenAway> {
  const takenOver = await createVerifiedPerson(app);
  const subscriptionId = await makeProject(app, takenOver);
  app.clock.advance(60_000);
  const signedIn = await signIn(app, takenOver);
  const intruder = { ...takenOver, ...signedIn };
  const team = { owner: intruder, subscriptionId };
  const owner = await joinTeam(app, team, ['access', 'admin']);
  const email = await changeEmail(app, intruder);
  const data = { subscriptionId, newOwnerId: owner.uid };
  const given = await callable(app, 'transferSubscriptionOwnership', { ...intruder, data });
  expect(given.statusCode, given.body).toBe(200);
  return { takenOver, intruder: { ...intruder, email }, owner, subscriptionId };
}

/** The account's old mailbox takes it back. */
export async function createFrozen(
  app: TestApp,
  makeProject = createFreeSubscription,
): Promise<GivenAway> {
  const given = await giveAwayAsIntruder(app, makeProject);
  const code = await receivedCode(app, given.takenOver.email, 'recover-email');
  const answer = await applyCode(app, code);
  expect(answer.statusCode, answer.body).toBe(200);
  return given;
}

/** A claim of some mailbox on a project, as a recovery or a contest leaves it. */
export async function plantClaim(
  { db, clock }: TestApp,
  subscriptionId: string,
  { uid }: Pick<Person, 'uid'>,
): Promise<void> {
  await sql`
    insert into ownership_claims (subscription_id, email, account_id, reason, claimed_at)
    values (${subscriptionId}, ${newAddress()}, ${uid}, 'contested', ${clock.now()})`.execute(db);
}
