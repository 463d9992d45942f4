import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCrowd } from '../../harness/crowd.ts';
import { addMember } from '../../harness/factories.ts';
import { createTestApp, type TestApp } from '../../harness/test-app.ts';
import { callable, type Person } from '../../harness/wire-client.ts';
import { findDrift } from '../../histories/compare-books.ts';
import { bought, chosenFaults, faultsOf, isLong, recover } from '../support/crash-steps.ts';
import {
  type Fault,
  openFaultyDatabase,
  withFault,
  wrapPayments,
} from '../support/payment-faults.ts';
import { addCard, findAtProvider } from '../support/payment-scenes.ts';

describe('after a failure between any two steps, a transfer', () => {
  let app: TestApp;
  beforeAll(async () => {
    const seams = { payments: wrapPayments, open: openFaultyDatabase };
    app = await createTestApp({ ...seams, logger: false });
  });
  afterAll(() => app.close());

  it.each(chosenFaults)(
    'takes the old owner’s cards away: $kind $moment ($place)',
    async (fault) => {
      const each = await faultsOf(fault, async () => (await transfer()).work);
      let happened = 0;
      for (const one of isLong ? each : each.slice(1, 3)) {
        const { subscriptionId, heir, work } = await transfer(one);
        happened += work.hasHappened ? 1 : 0;
        await recover(app);
        expect(await findDrift(app)).toEqual([]);
        expect(await findAtProvider(app, subscriptionId)).toMatchObject({
          cards: [],
          details: null,
          email: heir.email,
          subscriptions: ['active'],
        });
      }
      expect(happened).toBeGreaterThan(0);
    },
    // One after the other, and a hundred of them where every statement has its turn.
    1_800_000,
  );

  async function transfer(fault?: Fault) {
    const [owner, heir] = (await createCrowd(app, 2)) as [Person, Person];
    const subscriptionId = await bought('pro')(app, owner);
    await addCard(app, { subscriptionId, idToken: owner.idToken });
    const permissions = ['access', 'admin'];
    await addMember(app, { subscriptionId, uid: heir.uid, permissions });
    const data = { subscriptionId, newOwnerId: heir.uid };
    const answer = await callable(app, 'transferSubscriptionOwnership', { ...owner, data });
    expect(answer.statusCode, answer.body).toBe(200);
    const work = await withFault(fault, () => app.app.runDue().catch(() => undefined));
    return { subscriptionId, heir, work };
  }
});
