import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Authenticator,
  enrollApp,
  finalizeSignIn,
  showing,
  withdrawFactor,
} from '../harness/authenticator.ts';
import { type Chance, chosenSeed, createChance } from '../harness/chance.ts';
import { receivedMails } from '../harness/mailbox.ts';
import { createTestApp, type TestApp } from '../harness/test-app.ts';
import {
  type Answer,
  applyCode,
  changeEmail,
  createVerifiedPerson,
  document,
  identity,
  lookup,
  newAddress,
  type Person,
  receivedCode,
  resetPassword,
  sendOobCode,
} from '../harness/wire-client.ts';
import { atGoogle } from './social-links.ts';

const histories = process.env.HEARTH_LONG ? 1_000 : 25;
const steps = 14;
const seed = chosenSeed();

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Everything that somebody holds of one account: the owner, or an intruder. */
interface Holder {
  readonly name: string;
  person: Person;
  /** Apps on this holder's phone. */
  readonly apps: Authenticator[];
  /** Whole codes, also those that were used. */
  readonly recoveryCodes: string[];
}

/** An account, what its holders know, and what was shown already. */
class World {
  readonly shown = new Set<string>();
  readonly chance: Chance;
  readonly owner: Holder;
  readonly intruder: Holder;
  readonly mailbox: string;
  /** Whether Google opened the account before the intruder came. */
  hasGoogle = false;
  /** Whether the intruder has signed in once more, which another press answers. */
  hasComeAgain = false;
  /** Mails about what the owner did. */
  ownMails = 0;

  constructor(chance: Chance, person: Person) {
    this.chance = chance;
    this.mailbox = person.email;
    this.owner = { name: 'owner', person, apps: [], recoveryCodes: [] };
    this.intruder = { name: 'intruder', person, apps: [], recoveryCodes: [] };
  }
}

type Action = (world: World, who: Holder) => Promise<void>;

/** Password or Google, and the second factor if it is asked for, with whatever this holder has. */
async function signIn(world: World, who: Holder): Promise<boolean> {
  const { email, password } = who.person;
  const first = world.chance.below(4)
    ? await identity(app, '/v1/accounts:signInWithPassword', { email, password })
    : await atGoogle(app, googleOf(world, who));
  return await goOn(world, who, { first, isCareful: false });
}

async function goOn(
  world: World,
  who: Holder,
  { first, isCareful }: { readonly first: Answer; readonly isCareful: boolean },
): Promise<boolean> {
  if (first.statusCode !== 200 || first.json().localId !== who.person.uid) {
    return false;
  }
  const { mfaPendingCredential: pending, mfaInfo } = first.json();
  return pending
    ? await showSecond(world, who, {
        pending,
        ids: mfaInfo.map(idOf),
        isCareful,
      })
    : keep(who, first.json());
}

/** Tries all that this holder has. */
async function signInSomehow(world: World, who: Holder): Promise<boolean> {
  const { email, password } = who.person;
  app.clock.advance(600_000);
  const body = { email, password };
  const byPassword = await identity(app, '/v1/accounts:signInWithPassword', body);
  return (
    (await goOn(world, who, { first: byPassword, isCareful: true })) ||
    (await goOn(world, who, {
      first: await atGoogle(app, googleOf(world, who)),
      isCareful: true,
    }))
  );
}

const idOf = ({ mfaEnrollmentId }: { mfaEnrollmentId: string }) => mfaEnrollmentId;

interface Asked {
  readonly pending: string;
  readonly ids: readonly string[];
  /** Shows no code that was shown before, and of the phone if there is one. */
  readonly isCareful: boolean;
}

async function showSecond(
  world: World,
  who: Holder,
  { pending, ids, isCareful }: Asked,
): Promise<boolean> {
  const { chance, shown } = world;
  const phone = who.apps.find(({ id }) => ids.includes(id));
  const isByPaper =
    who.recoveryCodes.length > 0 && (!phone || (!isCareful && chance.below(4) === 0));
  const papers = who.recoveryCodes.filter(
    (one) => (!isCareful && chance.below(3) === 0) || !shown.has(one),
  );
  const code = isByPaper ? papers.at(-1) : phone?.code(chance.below(3) - 1);
  const named = phone ?? { id: ids[0] ?? '' };
  const answer = await finalizeSignIn(app, showing(pending, named, code ?? '123456'));
  if (answer.statusCode !== 200) {
    return false;
  }
  const what = isByPaper ? `${code}` : `${named.id} ${code} ${Math.floor(nowMs() / 120_000)}`;
  expect(shown.has(what), `${what} opened the account twice`).toBe(false);
  shown.add(what);
  return keep(who, answer.json());
}

const nowMs = () => app.clock.now().getTime();

function keep(who: Holder, { idToken, refreshToken }: { idToken: string; refreshToken: string }) {
  who.person = { ...who.person, idToken, refreshToken };
  return true;
}

const googleOf = ({ owner }: World, who: Holder) => ({
  sub: `${who.name} of ${owner.person.uid}`,
  email: `${who.name}@example.org`,
});

const isIn = async ({ person }: Holder) => (await lookup(app, person.idToken)).statusCode === 200;

const actions: readonly Action[] = [
  comeIn,
  comeIn,
  async (_world, who) => {
    if ((await isIn(who)) && who.apps.length < 3 && (await isFresh(who))) {
      const { person, authenticator } = await enrollApp(app, who.person, who.name);
      who.person = person;
      who.apps.push(authenticator);
      who.recoveryCodes.push(...authenticator.recoveryCodes);
    }
  },
  async ({ chance, owner, intruder }, who) => {
    const all = [...owner.apps, ...intruder.apps];
    if (all.length > 0) {
      const answer = await withdrawFactor(app, who.person.idToken, chance.pick(all).id);
      answer.statusCode === 200 && keep(who, answer.json());
    }
  },
  async (_world, who) => {
    const request = { idToken: who.person.idToken, body: {} };
    const answer = await document(app, 'POST /v1/recovery-codes', request);
    answer.statusCode === 200 && who.recoveryCodes.push(...answer.json().codes);
  },
  async ({ chance }, who) => {
    const { idToken } = who.person;
    const password = `battery ${chance.below(1_000_000)} staple`;
    const answer = await identity(app, '/v1/accounts:update', { idToken, password });
    if (answer.statusCode === 200) {
      keep(who, answer.json());
      who.person = { ...who.person, password };
    }
  },
  async (world, who) => {
    if (await isIn(who)) {
      const answer = await atGoogle(app, googleOf(world, who), { idToken: who.person.idToken });
      answer.statusCode === 200 && keep(who, answer.json());
    }
  },
  async (_world, who) => {
    const { idToken } = who.person;
    await identity(app, '/v1/accounts:update', { idToken, deleteProvider: ['google.com'] });
  },
  async (_world, who) => void (await document(app, 'DELETE /v1/sessions', who.person)),
  async ({ chance }) => app.clock.advance(chance.pick([31_000, 95_000, 6 * 60_000])),
  async (world, who) => {
    if (who === world.owner) {
      await resetByMail(world);
    }
  },
];

async function comeIn(world: World, who: Holder): Promise<void> {
  const isIn = await signIn(world, who);
  world.hasComeAgain ||= isIn && who === world.intruder;
}

const isFresh = async ({ person }: Holder) =>
  (
    await identity(app, '/v2/accounts/mfaEnrollment:start', {
      idToken: person.idToken,
      totpEnrollmentInfo: {},
    })
  ).statusCode === 200;

/** The owner takes the account back by a mailed link. */
async function resetByMail({ owner, mailbox }: World): Promise<void> {
  const asked = await sendOobCode(app, { requestType: 'PASSWORD_RESET', email: mailbox });
  expect(asked.statusCode, asked.body).toBe(200);
  const oobCode = await receivedCode(app, mailbox, 'reset-password').catch(() => '');
  const newPassword = `owner ${nowMs()} horse`;
  const answer = await resetPassword(app, { oobCode, newPassword });
  if (answer.statusCode === 200) {
    owner.person = { ...owner.person, email: mailbox, password: newPassword };
  }
}

/** No living session of the account lacks the factor that its sign-ins are asked for. */
async function expectFactorsShown({ owner }: World): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select s.id from sessions s join accounts a on a.id = s.account_id
    where a.id = ${owner.person.uid} and a.factor_count > 0 and s.second_factor is null`.execute(
    app.db,
  );
  expect(rows).toEqual([]);
  const { rows: counted } = await sql<{ kept: number; real: number }>`
    select a.factor_count::int as kept, count(f.id)::int as real from accounts a
    left join second_factors f on f.account_id = a.id and f.removed_at is null
    where a.id = ${owner.person.uid} group by a.id`.execute(app.db);
  expect(counted[0]?.kept).toBe(counted[0]?.real);
}

/** Presses the link that brings the address back. Other sign-ins of the intruder take the other links too, the oldest first. Answers whether one press was enough. */
async function undo({ mailbox, hasComeAgain, ownMails }: World): Promise<boolean> {
  const mails = (await receivedMails(app, mailbox)).slice(ownMails);
  const isOnePress = !hasComeAgain && mails.some(({ kind }) => kind === 'recover-email');
  const undoing = isOnePress
    ? ['recover-email']
    : ['recover-email', 'factors-changed', 'provider-linked', 'provider-unlinked'];
  for (const { kind, links } of mails) {
    const code = new URL(links[0] ?? 'x:').searchParams.get('oobCode');
    if (undoing.includes(kind) && code) {
      await applyCode(app, code);
    }
  }
  return isOnePress;
}

/** An owner with a phone or without, and with Google or without, and an intruder who has the password and a session of their own. */
async function createIntruded(chance: Chance): Promise<World> {
  const world = new World(chance, await createVerifiedPerson(app));
  const { owner, intruder } = world;
  if (chance.below(2)) {
    const { person, authenticator } = await enrollApp(app, owner.person);
    owner.person = person;
    owner.apps.push(authenticator);
    owner.recoveryCodes.push(...authenticator.recoveryCodes);
  }
  if (chance.below(2)) {
    const { idToken } = owner.person;
    keep(owner, (await atGoogle(app, googleOf(world, owner), { idToken })).json());
    world.hasGoogle = true;
  }
  app.clock.advance(60_000);
  // Somebody stood behind the owner as they signed in.
  await signInSomehow(world, owner);
  intruder.person = owner.person;
  world.ownMails = (await receivedMails(app, world.mailbox)).length;
  return world;
}

async function moveAway({ intruder }: World): Promise<void> {
  if ((await isIn(intruder)) && (await isFresh(intruder))) {
    const email = await changeEmail(app, intruder.person, newAddress());
    intruder.person = { ...intruder.person, email };
  }
}

/** The intruder does anything in any order, and at one moment changes the address. */
async function intrude(world: World): Promise<void> {
  const { chance, intruder } = world;
  const moveAt = chance.below(steps);
  const possible = chance.below(3) === 0 ? actions : actions.filter((one) => one !== comeIn);
  for (let step = 0; step < steps; step += 1) {
    if (step === moveAt) {
      await moveAway(world);
    }
    await chance.pick(possible)(world, intruder);
    app.clock.advance(1_000);
    await expectFactorsShown(world);
  }
}

async function expectOwned(world: World, note: string): Promise<void> {
  const { owner, intruder, mailbox } = world;
  if (await undo(world)) {
    const { rows } =
      await sql`select from identity_links where account_id = ${owner.person.uid}`.execute(app.db);
    expect(rows.length, note).toBe(world.hasGoogle ? 1 : 0);
  }
  await resetByMail(world);
  expect(await isIn(intruder), note).toBe(false);
  expect(await signInSomehow(world, intruder), note).toBe(false);
  expect(await signInSomehow(world, owner), note).toBe(true);
  const [user] = (await lookup(app, owner.person.idToken)).json().users;
  const { email, mfaInfo = [] } = user;
  expect(mfaInfo.map(idOf), note).toEqual(owner.apps.map(({ id }) => id));
  expect(email, note).toBe(mailbox);
}

describe('random histories of second factors', { timeout: histories * 5_000 }, () => {
  const seeds = Array.from({ length: histories }, (_, index) => seed + index);

  it(`${histories} with seed ${seed}: no session without the factor, no code twice`, async () => {
    for (const one of seeds) {
      const chance = createChance(one);
      const world = new World(chance, await createVerifiedPerson(app));
      for (let step = 0; step < steps; step += 1) {
        await chance.pick(actions)(world, world.owner);
        await expectFactorsShown(world);
      }
      // Somebody who holds phone, paper and mailbox always gets in again.
      await resetByMail(world);
      expect(await signInSomehow(world, world.owner), `seed ${one}`).toBe(true);
    }
  });

  it(`${histories} with seed ${seed}: an intruder undone from the old mailbox, by one press if one sign-in did it all`, async () => {
    for (const one of seeds) {
      const chance = createChance(one);
      const world = await createIntruded(chance);
      await intrude(world);
      await expectOwned(world, `seed ${one}`);
    }
  });
});
