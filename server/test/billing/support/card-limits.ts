import { sql } from 'kysely';
import type { Bucket } from '../../../src/platform/rate-limits.ts';
import { createOwnTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, createPerson, expectRefusal, type Person } from '../../harness/wire-client.ts';
import { addCard, billingInfo, createPaidSubscription } from './payment-scenes.ts';

const minuteMs = 60_000;

/** More than the room of a bucket, and still less than processes may differ about the time. */
const aheadMs = 9_000;

/** Empties a bucket as many attempts do. It has room for another one `everyMs` after those seconds. */
export async function emptyBucket(
  { db, clock }: TestApp,
  { key, burst, everyMs }: Bucket,
): Promise<void> {
  const full = new Date(clock.now().getTime() + burst * everyMs + aheadMs);
  await sql`
    insert into rate_limits (key_hash, full_at, room_ms)
    values (sha256(${key}::bytea), ${full}, ${burst * everyMs})
    on conflict (key_hash) do update set full_at = excluded.full_at`.execute(db);
}

/** Declined cards of one person. */
export const cardBucketOf = (uid: string): Bucket => ({
  key: `card ${uid}`,
  burst: 8,
  everyMs: 30 * minuteMs,
});

/** A card of the person was declined. */
async function declineCard({ db, clock }: TestApp, { uid }: Person): Promise<void> {
  await sql`
    insert into card_declines (account_id, declined_at)
    values (${uid}, ${clock.now()})`.execute(db);
}

interface Scene {
  /** Unverified. */
  readonly owner: Person;
  readonly data: object;
}

/** Each call that uses a card, as it would work. */
const scenes = {
  createSubscription: async (app) => ({
    owner: await createPerson(app),
    data: { planId: 'pro', billingInfo: billingInfo() },
  }),
  changeSubscriptionPlan: (app) => ofPaid(app, async () => ({ planId: 'enterprise' })),
  createSetupIntent: (app) => ofPaid(app, async () => ({})),
  resumePayment: (app) => ofPaid(app, async () => ({})),
  setDefaultPaymentMethod: (app) =>
    ofPaid(app, async (own) => ({ paymentMethodId: await addCard(app, own) })),
} satisfies Record<string, (app: TestApp) => Promise<Scene>>;

async function ofPaid(
  app: TestApp,
  more: (own: { subscriptionId: string; idToken: string }) => Promise<object>,
): Promise<Scene> {
  const owner = await createPerson(app);
  const subscriptionId = await createPaidSubscription(app, owner);
  return { owner, data: { subscriptionId, ...(await more({ ...owner, subscriptionId })) } };
}

/** The call is refused to an unverified person after two declines, and to anybody after many. */
export async function expectCardLimits(name: keyof typeof scenes): Promise<void> {
  const app = await createOwnTestApp({ env: { RATE_LIMITS: 'on' } });
  const { owner, data } = await scenes[name](app);
  const { idToken } = owner;
  await declineCard(app, owner);
  await declineCard(app, owner);
  expectRefusal(await callable(app, name, { data, idToken }), 'billing/verification-required');

  await sql`update accounts set email_verified = true where id = ${owner.uid}`.execute(app.db);
  await emptyBucket(app, cardBucketOf(owner.uid));
  expectRefusal(await callable(app, name, { data, idToken }), 'billing/too-many-attempts');
}
