import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBillingServer, paidInvoice, proAcme, usd } from '../../../test/billing-server.ts';
import { deny } from '../../../test/team-server.ts';
import { testConfig } from '../../../test/test-config.ts';
import { deadline, visit } from '../../../test/visit.tsx';

let server = createBillingServer();
const user = userEvent.setup();

beforeEach(() => {
  server = createBillingServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

afterEach(() => void vi.unstubAllGlobals());

const billing = '/subscription/s1/billing';
const ownerOnly = 'Only the subscription owner can perform this action';
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const summary = async () => within(await screen.findByRole('region', { name: 'Billing summary' }));
const isOff = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

async function openBilling(path = billing) {
  await visit(path, server);
  await heading(path === billing ? 'Billing' : 'Acme Analytics');
  if (path === billing) {
    await screen.findByRole('heading', { level: 2, name: 'Danger zone' });
    await summary();
  }
}

/** Ada is an administrator of Olga's project, or a plain member. */
function belongToOlga(role: 'admin' | 'member') {
  const permissions: Record<string, string[]> = { access: ['olga', 'ada'], admin: ['olga'] };
  if (role === 'admin') {
    permissions.admin = ['olga', 'ada'];
  }
  server.world.subscription = { ...proAcme, owner_id: 'olga', permissions };
}

/** Issues the given number of invoices, the newest with the highest number. */
function issue(count: number) {
  server.world.invoices = Array.from({ length: count }, (_, at) => ({
    ...paidInvoice,
    id: `in_${count - at}`,
    number: `ACME-${String(count - at).padStart(4, '0')}`,
  }));
}

/** Faster than the page can say that it is at work. */
function pressTwice(button: HTMLElement) {
  act(() => {
    button.click();
    button.click();
  });
}

describe('the billing summary', () => {
  it.each([billing, '/subscription/s1'])(
    'says plan, price, next invoice and card on %s',
    async (path) => {
      await openBilling(path);
      const part = await summary();
      expect(await part.findByText('Pro')).toBeTruthy();
      expect(part.getByText('$10.00 per week')).toBeTruthy();
      expect(part.getByText('$10.00')).toBeTruthy();
      expect(part.getByText('Nov 28, 2026')).toBeTruthy();
      expect(part.getByText('Visa ending in 4242')).toBeTruthy();
      expect(part.getByText('expires 04/29')).toBeTruthy();
    },
  );

  it('says nothing of a card to a plain member', async () => {
    belongToOlga('member');
    const { card: _, ...rest } = server.world.summary;
    server.world.summary = rest;
    await openBilling('/subscription/s1');
    const part = await summary();
    expect(part.getByText('Next charge')).toBeTruthy();
    expect(part.queryByText('Charged to')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Billing' })).toBeNull();
  });

  it('says that nothing will be charged on a free plan', async () => {
    const free = { plan_id: 'free', price: usd(0), next_invoice: null, card: null };
    server.world.summary = { ...server.world.summary, ...free };
    await openBilling();
    const part = await summary();
    expect(part.getByText('$0.00 per week')).toBeTruthy();
    expect(part.getByText('Nothing will be charged.')).toBeTruthy();
    expect(part.getByText('No card')).toBeTruthy();
  });

  it('unpaid subscription: the next invoice waits for the debt', async () => {
    const unpaid = { status: 'unpaid', next_invoice: null } as const;
    server.world.summary = { ...server.world.summary, ...unpaid };
    await openBilling();
    const part = await summary();
    expect(part.getByText('After the open invoice is paid.')).toBeTruthy();
    expect(part.queryByText('Nothing will be charged.')).toBeNull();
  });

  it('administrator: the sidebar has an entry for it', async () => {
    await openBilling('/subscription/s1');
    const [link] = screen.getAllByRole('link', { name: 'Billing' });
    expect(link?.getAttribute('href')).toBe(billing);
  });
});

describe('the list of invoices', () => {
  it('shows number, date, amount and status, and opens the hosted invoice in a new tab', async () => {
    server.world.invoices = [
      {
        ...paidInvoice,
        id: 'in_2',
        number: null,
        total: 1643,
        currency: 'eur',
        status: 'draft',
        hosted_invoice_url: null,
        pdf_url: null,
      },
      paidInvoice,
      { ...paidInvoice, id: 'in_0', number: 'ACME-0000', status: 'half_paid' },
    ];
    await openBilling();
    const table = within(await screen.findByRole('table', { name: 'Invoices of Acme Analytics' }));
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual([
      'PendingNov 20, 2026€16.43Draft',
      'ACME-0001(opens in a new tab)Nov 20, 2026$1,234.50PaidPDF ACME-0001 (opens in a new tab)',
      'ACME-0000(opens in a new tab)Nov 20, 2026$1,234.50half_paidPDF ACME-0000 (opens in a new tab)',
    ]);
    const links = table.getAllByRole('link', { name: /^ACME/ });
    expect(links).toHaveLength(2);
    expect(links[0]?.getAttribute('href')).toBe(paidInvoice.hosted_invoice_url);
    expect(links[0]?.getAttribute('target')).toBe('_blank');
    expect(links[0]?.getAttribute('rel')).toContain('noopener');
  });

  it('writes amounts in US style and dates in Chinese for a Chinese reader', async () => {
    localStorage.setItem('i18nextLng', 'zh');
    server.world.invoices = [paidInvoice];
    await visit(billing, server);
    const table = within(await screen.findByRole('table', { name: '“Acme Analytics”的发票' }));
    expect(table.getByText('$1,234.50')).toBeTruthy();
    expect(table.getByText('2026年11月20日')).toBeTruthy();
    expect(table.getByText('已付款')).toBeTruthy();
  });

  it('goes through all pages and back, with the total', async () => {
    issue(25);
    await openBilling();
    expect(await screen.findByText('25 invoices')).toBeTruthy();
    expect(screen.getByText('1–10 of 25')).toBeTruthy();
    expect(isOff('Previous page')).toBe(true);

    for (const range of ['11–20 of 25', '21–25 of 25']) {
      await user.click(screen.getByRole('button', { name: 'Next page' }));
      await screen.findByText(range);
    }
    expect(await screen.findByText('ACME-0001')).toBeTruthy();
    expect(isOff('Next page')).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(await screen.findByText('11–20 of 25')).toBeTruthy();
    expect(screen.getByText('ACME-0015')).toBeTruthy();
  });

  it('says that there are none yet', async () => {
    await openBilling();
    expect(await screen.findByText('No invoices yet')).toBeTruthy();
  });

  it('list that failed to load: can be loaded again', async () => {
    const invoices = 'GET /v1/subscriptions/s1/invoices';
    const answer = server.answers[invoices];
    server.answers[invoices] = deny('access/denied', 'Not today.');
    await openBilling();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('Not today.')).toBeTruthy();
    server.answers[invoices] = answer ?? deny('access/denied');
    await user.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No invoices yet')).toBeTruthy();
  });
});

describe('what the owner may do', () => {
  const ways = {
    'Change plan': `${billing}/change-plan`,
    'Payment methods': `${billing}/payment-methods`,
    'Edit billing details': `${billing}/update-details`,
    'Transfer ownership': `${billing}/transfer-ownership`,
    'Cancel subscription': `${billing}/cancel`,
  };

  it('leads to every action', async () => {
    await openBilling();
    for (const [name, path] of Object.entries(ways)) {
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(path);
    }
    expect(screen.queryByText(ownerOnly)).toBeNull();
  });

  it('administrator who is not the owner: all actions are off, with the reason', async () => {
    belongToOlga('admin');
    await openBilling();
    for (const name of Object.keys(ways)) {
      const button = screen.getByRole('button', { name });
      expect(button.getAttribute('aria-disabled')).toBe('true');
      const hint = document.getElementById(button.getAttribute('aria-describedby') ?? '');
      expect(hint?.textContent).toBe(ownerOnly);
    }
  });

  it('canceled project: all actions are off, with the reason', async () => {
    server.world.subscription = { ...proAcme, status: 'canceled' };
    await openBilling();
    for (const name of Object.keys(ways)) {
      expect(isOff(name)).toBe(true);
    }
    const hint = 'This project has ended. You can still read it and download invoices.';
    expect(screen.getByText(hint)).toBeTruthy();
  });

  it.each(Object.values(ways))('sends other administrators away from %s', async (path) => {
    belongToOlga('admin');
    await visit(path, server);
    await waitFor(() => expect(location.pathname).toBe('/dashboard'), deadline);
  });

  it.each(['unpaid', 'incomplete'])('lets nobody change plan or owner while %s', async (status) => {
    server.world.subscription = { ...proAcme, status };
    await openBilling(billing);
    expect(await screen.findByText(/once the open invoice is paid/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Change plan' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Payment methods' })).toBeTruthy();
  });

  it.each(['billing', 'settings'])(
    '%s of a purchase that is not finished: says once why it cannot be transferred',
    async (page) => {
      server.world.subscription = { ...proAcme, status: 'incomplete' };
      await visit(`/subscription/s1/${page}`, server);
      const name = 'Transfer ownership';
      const transfer = await screen.findByRole('button', { name }, deadline);
      const hint = document.getElementById(transfer.getAttribute('aria-describedby') ?? '');
      expect(hint?.textContent).toMatch(/once the open invoice is paid/);
      expect(screen.getAllByText(hint?.textContent ?? '')).toHaveLength(1);
    },
  );

  it('keeps cards and address while no paid plan is sold', async () => {
    const payments = { provider: 'sandbox', selling: false, publishableKey: '' } as const;
    await visit(billing, server, { ...testConfig, payments });
    expect(await screen.findByText('Paid plans are not available right now')).toBeTruthy();
    await summary();
    expect(screen.getByRole('link', { name: 'Payment methods' })).toBeTruthy();
  });

  it('leaves out cards and address if nobody takes money', async () => {
    const payments = { provider: 'none', selling: false, publishableKey: '' } as const;
    await visit(billing, server, { ...testConfig, payments });
    expect(await screen.findByText('Payments are not set up here')).toBeTruthy();
    await summary();
    expect(screen.queryByRole('link', { name: 'Payment methods' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Change plan' })).toBeTruthy();
  });
});

describe('the banner', () => {
  it.each([
    ['past_due', 'The last payment failed'],
    ['unpaid', 'This project is on hold'],
  ])('tells of %s, and leads the owner to where any card pays', async (status, title) => {
    server.world.subscription = { ...proAcme, status };
    await openBilling('/subscription/s1');
    expect(await screen.findByText(title)).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Use another card' });
    expect(link.getAttribute('href')).toBe(billing);
  });

  it('reader who is not the owner: is asked to contact the owner', async () => {
    belongToOlga('admin');
    server.world.subscription = { ...server.world.subscription, status: 'past_due' };
    await openBilling();
    expect(await screen.findByText(/Ask the owner to take care of it\./)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Use another card' })).toBeNull();
  });

  it.each(['past_due', 'active'])('lets the owner confirm what waits while %s', async (status) => {
    server.world.subscription = { ...proAcme, status };
    server.world.summary = { ...server.world.summary, needs_confirmation: true };
    await openBilling();
    expect(await screen.findByText('Your bank asks you to confirm a payment')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Confirm the payment' }));
    expect(server.calls('resumePayment')).toHaveLength(1);
  });

  it('says of a frozen project who decides, and what else is missing', async () => {
    const more = { is_frozen: true, needs_billing_info: true, card: null };
    server.world.summary = { ...server.world.summary, ...more };
    await openBilling();
    expect(
      await screen.findByText(/^The people who run .+ decide who owns this project$/),
    ).toBeTruthy();
    expect(screen.getByText(/cannot be canceled, handed over/)).toBeTruthy();
    expect(screen.getByText('Card and address are missing')).toBeTruthy();
  });

  it('a change that is not confirmed: said, beside what else is missing', async () => {
    server.world.summary = { ...server.world.summary, is_under_way: true };
    await openBilling();
    expect(await screen.findByText('A change of this project is not confirmed yet')).toBeTruthy();
  });

  it('asks a new owner for card and address', async () => {
    server.world.summary = { ...server.world.summary, needs_billing_info: true, card: null };
    await openBilling();
    expect(await screen.findByText('Card and address are missing')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Add the address' });
    expect(link.getAttribute('href')).toBe(`${billing}/update-details`);
  });

  it.each(['past_due', 'unpaid'])(
    '%s: is about the payment alone, the most urgent',
    async (status) => {
      server.world.subscription = { ...proAcme, status };
      const cancel_at = '2026-11-28T10:00:00.000Z';
      const more = { needs_billing_info: true, card: null, cancel_at };
      server.world.summary = { ...server.world.summary, ...more };
      await openBilling('/subscription/s1');
      expect(await screen.findByRole('link', { name: 'Use another card' })).toBeTruthy();
      expect(screen.queryByText('Card and address are missing')).toBeNull();
      expect(screen.queryByText('Acme Analytics ends on Nov 28, 2026')).toBeNull();
    },
  );
});

describe('the cancellation', () => {
  const submit = () => screen.getByRole('button', { name: 'Cancel subscription' });
  const openCancel = async () => {
    await visit(`${billing}/cancel`, server);
    return screen.findByLabelText('Subscription ID', {}, deadline);
  };

  it('id not typed exactly: cannot be sent', async () => {
    const field = await openCancel();
    for (const text of ['s', 'S1', 's1 ']) {
      await user.clear(field);
      await user.type(field, `${text}{Enter}`);
      expect(submit().getAttribute('aria-disabled')).toBe('true');
    }
    await user.click(submit());
    expect(server.calls('cancelSubscription')).toEqual([]);
    await user.clear(field);
    await user.type(field, 's1');
    expect(submit().getAttribute('aria-disabled')).toBeNull();
  });

  it('sent: one request, and the project is shown as canceled immediately', async () => {
    await user.type(await openCancel(), 's1');
    // From here on the server answers nothing.
    server.answers['GET /v1/subscriptions/s1'] = () => new Promise(() => undefined);
    pressTwice(submit());
    expect(await screen.findByText('Acme Analytics has ended.')).toBeTruthy();
    await heading('Billing');
    expect(await screen.findByText(/This project has ended/)).toBeTruthy();
    expect(server.calls('cancelSubscription')).toEqual([
      { subscriptionId: 's1', confirmationId: 's1' },
    ]);
    expect(server.keysOf('cancelSubscription')[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it('project already canceled: off', async () => {
    server.world.subscription = { ...proAcme, status: 'canceled' };
    expect(await openCancel()).toHaveProperty('disabled', true);
    expect(screen.getByText(/This project has ended/)).toBeTruthy();
    expect(submit().getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the billing details', () => {
  const submit = () => screen.getByRole('button', { name: 'Save details' });
  const openDetails = async () => {
    await openBilling();
    await user.click(screen.getByRole('link', { name: 'Edit billing details' }));
    return screen.findByLabelText('Phone');
  };

  it('required field empty: cannot be sent', async () => {
    const phone = await openDetails();
    expect(submit().getAttribute('aria-disabled')).toBeNull();
    await user.clear(phone);
    expect(submit().getAttribute('aria-disabled')).toBe('true');
    await user.type(phone, '{Enter}');
    expect(server.calls('updateBillingDetails')).toEqual([]);
  });

  it('saved: one request, a busy button, and then one page back', async () => {
    const phone = await openDetails();
    await user.clear(phone);
    await user.type(phone, '+1 555 0199');
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    server.answers['POST /functions/r/updateBillingDetails'] = async () => {
      await gate;
      return Response.json({ data: {} });
    };
    pressTwice(submit());
    expect(await screen.findByRole('button', { name: 'Processing…' })).toBeTruthy();
    open();
    await heading('Billing');
    expect(screen.getByText('The billing details have been saved.')).toBeTruthy();
    const { line2: _, ...address } = server.world.details.address;
    expect(server.calls('updateBillingDetails')).toEqual([
      { subscriptionId: 's1', name: 'Ada Lovelace', phone: '+1 555 0199', address },
    ]);
    expect(server.keysOf('updateBillingDetails')[0]).toMatch(/^[0-9a-f]{32}$/);
  });
});
