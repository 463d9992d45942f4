import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createStripeProvider } from '../../../src/modules/billing/providers/stripe/create-stripe-provider.ts';
import type { StripeEmulator } from './emulator.ts';

const secrets = ['whsec_new', 'whsec_old'];
const event = {
  id: 'evt_1',
  object: 'event',
  type: 'customer.subscription.updated',
  created: 1_800_000_000,
  livemode: false,
  data: { object: { id: 'sub_1', object: 'subscription', customer: 'cus_1' } },
};

export function webhookCases(emulator: () => StripeEmulator): void {
  function open() {
    return createStripeProvider({
      secretKey: 'sk_test_anything',
      publishableKey: 'pk_test_anything',
      webhookSecrets: secrets,
      apiBase: emulator().url,
    });
  }

  describe('webhooks', () => {
    it.each(secrets)('reads what is signed with %s', (secret) => {
      const body = Buffer.from(JSON.stringify(event));
      expect(open().readWebhook(body, sign(body, secret))).toEqual({
        id: 'evt_1',
        type: 'customer.subscription.updated',
        createdAt: new Date(1_800_000_000_000),
        customerId: 'cus_1',
        chargeId: null,
        subscriptionId: null,
      });
    });

    it('reads nothing from what is forged, stale, changed on its way or unsigned', () => {
      const body = Buffer.from(JSON.stringify(event));
      const changed = Buffer.from(body.toString().replace('cus_1', 'cus_2'));
      const signature = sign(body, 'whsec_new');
      expect(open().readWebhook(body, sign(body, 'whsec_forged'))).toBeUndefined();
      expect(open().readWebhook(body, sign(body, 'whsec_new', 301))).toBeUndefined();
      expect(open().readWebhook(changed, signature)).toBeUndefined();
      expect(open().readWebhook(body, undefined)).toBeUndefined();
      expect(open().readWebhook(body, '')).toBeUndefined();
      expect(open().readWebhook(body, 't=,v1=')).toBeUndefined();
      expect(open().readWebhook(body, signature)).toBeDefined();
    });

    it('tells events of the other mode and of connected accounts from its own', async () => {
      const provider = open();
      const { id } = await provider.readAccount();
      const read = (more: object) => {
        const body = Buffer.from(JSON.stringify({ ...event, ...more }));
        return provider.readWebhook(body, sign(body, 'whsec_new'));
      };
      expect(read({ livemode: true })).toBe('foreign');
      expect(read({ account: 'acct_connected' })).toBe('foreign');
      expect(read({ account: id })).toMatchObject({ id: 'evt_1' });
    });

    it.each([
      {
        name: 'a customer',
        data: { object: { id: 'cus_3', object: 'customer' } },
        customer: 'cus_3',
      },
      {
        name: 'a card that left its customer',
        data: {
          object: { id: 'pm_1', object: 'payment_method', customer: null },
          previous_attributes: { customer: 'cus_4' },
        },
        customer: 'cus_4',
      },
      {
        name: 'a refund, which names its charge',
        data: { object: { id: 're_1', object: 'refund', charge: 'ch_1' } },
        charge: 'ch_1',
      },
      {
        name: 'a dispute, which names its charge',
        data: {
          object: { id: 'du_1', object: 'dispute', charge: { id: 'ch_2', object: 'charge' } },
        },
        charge: 'ch_2',
      },
      { name: 'a price', data: { object: { id: 'price_1', object: 'price' } } },
    ])('names whose an event about $name is', ({ data, customer = null, charge = null }) => {
      const body = Buffer.from(JSON.stringify({ ...event, data }));
      const read = open().readWebhook(body, sign(body, 'whsec_new'));
      expect(read).toMatchObject({ customerId: customer, chargeId: charge });
    });
  });
}

function sign(body: Buffer, secret: string, ageSeconds = 0): string {
  const at = Math.floor(Date.now() / 1_000) - ageSeconds;
  const digest = createHmac('sha256', secret).update(`${at}.${body.toString()}`).digest('hex');
  return `t=${at},v1=${digest}`;
}
