import { describe, expect, it } from 'vitest';
import { createEmulator, createMemoryStore } from '../src/index.ts';
import { createClient, start } from './sdk.ts';

const papersUrl = 'http://127.0.0.1:8080/sandbox';
const emulator = createEmulator({
  store: createMemoryStore(),
  clock: () => start * 1000,
  papersUrl,
  seed: {
    account: { business_profile: { name: 'Hearth & Sons' } } as never,
    products: [{ id: 'prod_pro', name: 'Pro <b>' }],
    prices: [
      {
        id: 'price_pro',
        product: 'prod_pro',
        currency: 'usd',
        unit_amount: 123_450,
        recurring: { interval: 'month' },
      },
    ],
  },
});
const stripe = createClient(emulator.fetch);

async function bought(name: string, card = 'pm_card_visa') {
  const customer = await stripe.customers.create({
    name,
    address: { line1: 'Weg 1', city: 'Ulm', postal_code: '89073', country: 'DE' },
  });
  const { id } = await stripe.paymentMethods.attach(card, { customer: customer.id });
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: 'price_pro' }],
    default_payment_method: id,
    expand: ['latest_invoice'],
  });
  const invoice = subscription.latest_invoice;
  if (!invoice || typeof invoice === 'string') {
    throw new Error('There is no invoice');
  }
  return invoice;
}

/** As a page or a program would ask, below the address that answers name. */
async function get(address: string | null | undefined, language = 'en') {
  expect(address?.startsWith(`${papersUrl}/`)).toBe(true);
  const path = address?.slice(papersUrl.length) ?? '';
  return emulator.fetch(`https://pay.stripe.com${path}`, {
    headers: { 'accept-language': language },
  });
}

describe('papers', () => {
  it('invoice: number, lines, sums and who buys, escaped, in three languages', async () => {
    const invoice = await bought('Ada <Lovelace>');
    const page = await (await get(invoice.hosted_invoice_url)).text();
    for (const text of [
      `Invoice ${invoice.number}`,
      'Hearth &amp; Sons',
      'Ada &lt;Lovelace&gt;',
      '89073',
      'Pro &lt;b&gt;',
      '$1,234.50',
      'Amount paid',
      'Jan 15, 2026 (UTC)',
      'Jan 15, 2026 (UTC) – Feb 15, 2026 (UTC)',
    ]) {
      expect(page).toContain(text);
    }
    expect(page).not.toContain('<script');
    expect(await (await get(invoice.hosted_invoice_url, 'zh-CN')).text()).toContain('已付金额');
    expect(await (await get(invoice.hosted_invoice_url, 'de-AT')).text()).toContain(
      'Bezahlter Betrag',
    );
    const chosen = await get(`${invoice.hosted_invoice_url}?lng=zh`);
    expect(await chosen.text()).toContain('已付金额');
  });

  it('PDF: a file whose table names each object, with signs of any script', async () => {
    const invoice = await bought('阿达');
    const response = await get(invoice.invoice_pdf);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const file = Buffer.from(await response.arrayBuffer()).toString('latin1');
    expect(file.startsWith('%PDF-1.4')).toBe(true);
    const offsets = [...file.matchAll(/^(\d{10}) 00000 n /gm)].map(([, offset]) => Number(offset));
    expect(offsets.map((offset) => file.slice(offset).split(' ', 1)[0])).toEqual(
      offsets.map((_, index) => String(index + 1)),
    );
    expect(file).toContain(Buffer.from('阿达', 'utf16le').swap16().toString('hex'));
    expect(file).toContain(Buffer.from('$1,234.50').toString('hex'));
  });

  it('open invoice: paid on its page, with the fields of the script', async () => {
    const invoice = await bought('Ada', 'pm_card_chargeCustomerFail');
    const page = await (await get(invoice.hosted_invoice_url)).text();
    expect(page).toContain('src="../../stripe.js"');
    expect(page).toMatch(/"secret":"pi_\w+_secret_\w+"/);
    expect(page).toContain('Amount due');
  });

  it("has the customer's fields and footer, also after a change of another setting", async () => {
    const customer = await stripe.customers.create({
      invoice_settings: { custom_fields: [{ name: 'PO number', value: 'PO-7' }], footer: 'Bye' },
    });
    const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    const changed = await stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: id },
    });
    const invoice = await stripe.invoices.create({ customer: customer.id });
    for (const one of [changed.invoice_settings, invoice]) {
      expect(one.custom_fields).toEqual([{ name: 'PO number', value: 'PO-7' }]);
      expect(one.footer).toBe('Bye');
    }
    const final = await stripe.invoices.finalizeInvoice(invoice.id ?? '');
    expect(await (await get(final.hosted_invoice_url)).text()).toContain('PO-7');

    const cleared = await stripe.customers.update(customer.id, {
      invoice_settings: { custom_fields: '', footer: '' },
    });
    expect(cleared.invoice_settings).toMatchObject({ custom_fields: null, footer: null });
  });

  it('receipt of a charge; an unknown paper and a draft: not found', async () => {
    const invoice = await bought('Ada');
    const { data } = await stripe.charges.list({ customer: String(invoice.customer) });
    const receipt = await (await get(data[0]?.receipt_url)).text();
    expect(receipt).toContain('visa •••• 4242');
    expect(receipt).toContain('Jan 15, 2026 (UTC)');
    const draft = await stripe.invoices.create({ customer: String(invoice.customer) });
    for (const id of ['in_unknown', draft.id]) {
      const response = await emulator.fetch(`https://invoice.stripe.com/i/acct/${id}`);
      expect(response.status).toBe(404);
    }
  });
});
