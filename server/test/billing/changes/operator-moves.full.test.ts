import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../src/modules/billing/index.ts';
import { expectRefusal } from '../../harness/wire-client.ts';
import { openIntent } from '../support/payment-scenes.ts';
import { beginRaised } from '../support/raised-price.ts';

describe('an operator’s move to the present price', () => {
  it('is refused if the project changed while the provider was asked for the cost', async () => {
    let meanwhile = async () => {};
    const payments = (real: PaymentProvider) => ({
      ...real,
      previewChange: async (wanted: Parameters<PaymentProvider['previewChange']>[0]) => {
        await meanwhile();
        return await real.previewChange(wanted);
      },
    });
    const { shop, payer, id, move } = await beginRaised({ seams: { payments } });
    meanwhile = async () => {
      meanwhile = async () => {};
      await openIntent(shop, id, payer);
      await sql`
        update intents set status = 'done', outcome = '{"result": {}}'
        where subscription_id = ${id} and status = 'open'`.execute(shop.db);
    };
    expectRefusal(await move(), 'billing/under-way');
    expect((await move()).json()).toEqual({ number: 1, state: 'done' });
  });

  it('is refused if the provider has another price than the configuration', async () => {
    const payments = (real: PaymentProvider): PaymentProvider => ({
      ...real,
      checkPrices: async (asked) => ({ account: [], prices: asked.map(() => ['x']) }),
    });
    const { move, look } = await beginRaised({ seams: { payments } });
    expectRefusal(await move(), 'billing/not-set-up');
    expect((await look()).price).toEqual({ amount: 1_000, currency: 'usd' });
  });
});
