import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createBillingServer, paidInvoice } from '../../../../test/billing-server.ts';
import { deny } from '../../../../test/team-server.ts';
import { deadline, visit } from '../../../../test/visit.tsx';

let server = createBillingServer();
const billing = '/subscription/s1/billing';

beforeEach(() => {
  server = createBillingServer();
  localStorage.setItem('i18nextLng', 'en');
});

describe('the row of an invoice', () => {
  it.each([
    ['en', billing, 'Credit', '-$20.00'],
    ['en', '/subscription/s1', 'Credit', '-$20.00'],
    ['zh', billing, '转为余额', '-$20.00'],
  ])('a credit: is said to be one, and not paid: %s %s', async (language, path, status, sum) => {
    localStorage.setItem('i18nextLng', language);
    server.world.invoices = [{ ...paidInvoice, total: -2000, receipt_url: null }];
    await visit(path, server);
    const table = within(await screen.findByRole('table', { name: ofInvoices }, deadline));
    const row = table.getAllByRole('row').at(-1)?.textContent;
    expect(row).toContain(status);
    expect(row).toContain(sum);
    expect(row).not.toMatch(/Paid|已付款/);
  });

  it('refund, dispute or write-off: named under the status', async () => {
    const facts = [
      { refunded: 500, credited: 700 },
      { disputed: 1000, dispute_status: 'open' },
      { disputed: 1000, dispute_status: 'won' },
      { disputed: 1000, dispute_status: 'lost' },
      { paid_outside: true },
      { status: 'uncollectible' },
    ] as const;
    server.world.invoices = facts.map((fact, at) => ({ ...paidInvoice, id: `in_${at}`, ...fact }));
    await visit(billing, server);
    const table = within(await screen.findByRole('table', { name: 'Invoices of Acme Analytics' }));
    const cells = table
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell').at(2)?.textContent);
    expect(cells).toEqual([
      'Paid$7.00 credited$5.00 refunded',
      'Paid$10.00 disputed',
      'PaidDispute over, payment kept',
      'Paid$10.00 taken back by the bank',
      'PaidPaid another way',
      'UncollectibleNo longer collected',
    ]);
  });
});

/** The table of the spending is above it. */
const ofInvoices = /^Invoices of|的发票$/;

describe('the time that an invoice charges for', () => {
  const dayS = 86_400;
  const { created } = paidInvoice;
  const rows = async () => {
    await visit(billing, server);
    const table = await screen.findByRole('table', { name: ofInvoices });
    return within(table)
      .getAllByRole('row')
      .map((row) => within(row).queryAllByRole('cell').at(0)?.textContent);
  };

  it.each([
    ['en', 'Nov 20 – Nov 27, 2026', 'Nov 20, 2026 – Nov 20, 2027'],
    ['zh', '2026年11月20日至 11月27日', '2026年11月20日至 2027年11月20日'],
  ])('known: named with its year in %s', async (language, week, year) => {
    localStorage.setItem('i18nextLng', language);
    server.world.invoices = [
      { ...paidInvoice, paid_until: created + 7 * dayS },
      { ...paidInvoice, id: 'in_2', paid_until: created + 365 * dayS },
      { ...paidInvoice, id: 'in_3', paid_until: null },
    ];
    expect((await rows()).slice(1)).toEqual([week, year, '']);
  });

  it('of no invoice known: has no column', async () => {
    server.world.invoices = [{ ...paidInvoice, paid_until: null }];
    await rows();
    expect(screen.queryByRole('columnheader', { name: 'Period' })).toBeNull();
  });
});

describe('the order of the invoices', () => {
  it('turned around by the column of dates: shows the oldest first, from the first page', async () => {
    server.world.invoices = Array.from({ length: 12 }, (_, at) => ({
      ...paidInvoice,
      id: `in_${at}`,
    }));
    const user = userEvent.setup();
    await visit(billing, server);
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('11–12 of 12')).toBeTruthy();

    const head = () => screen.getByRole('columnheader', { name: /Date/ });
    expect(head().getAttribute('aria-sort')).toBe('descending');
    await user.click(within(head()).getByRole('button', { name: 'Date' }));
    expect(await screen.findByText('1–10 of 12')).toBeTruthy();
    expect(head().getAttribute('aria-sort')).toBe('ascending');
    const asked = server.documents.mock.calls.map(([address]) => String(address));
    expect(asked.at(-1)).toMatch(/\?pageSize=10&order=oldest$/);
  });
});

describe('the documents of an invoice', () => {
  const open = async () => {
    await visit(billing, server);
    const table = await screen.findByRole('table', { name: ofInvoices });
    return within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('link', { name: /^(?!ACME)/ })
          .map((link) => [link.textContent, link.getAttribute('href')]),
      );
  };
  const receipt = `${paidInvoice.hosted_invoice_url}?document=receipt`;

  it('receipt beside the PDF only if there is one', async () => {
    server.world.invoices = [
      { ...paidInvoice, receipt_url: receipt },
      { ...paidInvoice, id: 'in_0', number: 'ACME-0000' },
    ];
    expect(await open()).toEqual([
      [
        ['PDF ACME-0001 (opens in a new tab)', paidInvoice.pdf_url],
        ['Receipt ACME-0001 (opens in a new tab)', receipt],
      ],
      [['PDF ACME-0000 (opens in a new tab)', paidInvoice.pdf_url]],
    ]);
  });

  it('named in Chinese', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    server.world.invoices = [{ ...paidInvoice, receipt_url: receipt }];
    const names = (await open()).flat().map(([name]) => name);
    expect(names).toEqual([
      'PDF ACME-0001 （在新标签页中打开）',
      '收据 ACME-0001 （在新标签页中打开）',
    ]);
  });

  it('nobody who may not open invoices: no links', async () => {
    server.world.invoices = [{ ...paidInvoice, hosted_invoice_url: null, pdf_url: null }];
    await visit(billing, server);
    const table = within(await screen.findByRole('table', { name: ofInvoices }));
    expect(table.queryAllByRole('link')).toEqual([]);
  });
});

describe('the page of an invoice', () => {
  const page = `${billing}/invoices/in_1`;
  const link = 'GET /v1/subscriptions/s1/invoices/in_1/link';

  it('opens the provider’s current page of the invoice', async () => {
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
    const url = 'https://invoices.x.example/fresh';
    server.answers[link] = () => Response.json({ url });
    await visit(page, server);
    await waitFor(() => expect(replace).toHaveBeenCalledWith(url), deadline);
    replace.mockRestore();
  });

  it.each([
    ['pdf', 'Invoice as PDF'],
    ['receipt', 'Receipt'],
  ])('opened for its %s: asks for that and opens it', async (wanted, title) => {
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
    const url = `https://invoices.x.example/${wanted}`;
    server.answers[link] = () => Response.json({ url });
    await visit(`${page}?document=${wanted}`, server);
    await waitFor(() => expect(replace).toHaveBeenCalledWith(url), deadline);
    const asked = server.documents.mock.calls.map(([address]) => String(address));
    expect(asked.some((address) => address.endsWith(`/link?document=${wanted}`))).toBe(true);
    expect(screen.getByRole('heading', { name: title })).toBeTruthy();
    replace.mockRestore();
  });

  it('page of our own: is opened in the language that was chosen here', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
    const url = `${location.origin}/sandbox/invoices/secret`;
    server.answers[link] = () => Response.json({ url });
    await visit(page, server);
    await waitFor(() => expect(replace).toHaveBeenCalledWith(`${url}?lng=zh`), deadline);
    replace.mockRestore();
  });

  it('invoice that cannot be opened: says why and offers another try', async () => {
    server.answers[link] = deny(
      'billing/invoice-unknown',
      'This invoice cannot be found or opened.',
    );
    await visit(page, server);
    expect(await screen.findByText('Failed to open the invoice')).toBeTruthy();
    expect(screen.getByText('This invoice cannot be found or opened.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to billing' })).toBeTruthy();
  });
});
