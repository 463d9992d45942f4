import type { SubscriptionSheet } from '@hearth/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  actOnAcme,
  createConsoleServer,
  lookAtAcme,
  looked,
  projectSheet,
} from '../../../../test/console-server.ts';
import { press, user } from '../../../../test/person.ts';
import { testConfig } from '../../../../test/test-config.ts';
import { deadline, visit } from '../../../../test/visit.tsx';

let server = createConsoleServer();

beforeEach(() => {
  server = createConsoleServer();
  server.answers[actOnAcme] = () => Response.json({ number: 1, state: 'done' });
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const bob = { uid: 'bob', email: 'bob@x.example', name: 'Bob', permissions: ['access'] };
const nameless = { ...bob, uid: 'eve', email: 'eve@x.example', name: '' };

const bothEnds = { ...testConfig.billing, cancel: 'ask' } as const;

async function look(changed: Partial<SubscriptionSheet> = {}) {
  server.answers[lookAtAcme] = () => Response.json({ ...projectSheet, ...changed });
  sessionStorage.setItem('hearth.look.ada.s1', 'Ticket 8');
  await visit('/operator/projects/s1', server, { ...testConfig, billing: bothEnds });
  await screen.findByRole('heading', { level: 1, name: 'Acme Analytics' }, deadline);
}

const region = (name: string | RegExp) => within(screen.getByRole('region', { name }));

async function openDialog(button: string) {
  await press(button);
  return within(await screen.findByRole('dialog', {}, deadline));
}

describe('the look at a project', () => {
  it('shows its plan, people, invitations, invoices, activity and billing', async () => {
    await look();
    expect(screen.getByText('Visa ·· 4242')).toBeTruthy();
    expect(screen.getByText('$10.00 per week')).toBeTruthy();
    expect(screen.getByText('Europe/Berlin')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Grace Hopper' }).getAttribute('href')).toBe(
      '/operator/people/grace',
    );
    expect(region('Invitations').getByText('Open until Dec 5, 2026')).toBeTruthy();
    expect(region('Invoices').getByText('Nov 21, 2026 · $2.50 refunded')).toBeTruthy();
    expect(region('Activity').getByRole('listitem').textContent).toContain(
      'Grace Hopper created the project',
    );
    expect(region(/^Billing/).getByText('No differences')).toBeTruthy();
    expect(screen.getByText(/Differences from the provider: none/)).toBeTruthy();
  });

  it('an act that waits for the provider, and one that it refused: said so', async () => {
    await look({
      acts: [
        {
          ...looked,
          number: 2,
          act: 'refund',
          details: { invoiceId: 'in_1', amount: 250 },
          state: 'under-way',
        },
        { ...looked, number: 1, act: 'end-now', state: 'refused' },
      ],
    });
    const history = region('History');
    expect(history.getByText('Refund · $2.50 of invoice ACME-0001')).toBeTruthy();
    expect(history.getByText(/has not answered yet/)).toBeTruthy();
    expect(history.getByText('Refused')).toBeTruthy();
  });
});

describe('acts on a project', () => {
  it('refunds what is left, once by a double press', async () => {
    await look();
    const dialog = await openDialog('Refund invoice ACME-0001');
    const amount = dialog.getByLabelText('Amount in USD') as HTMLInputElement;
    expect(amount.value).toBe('7.50');
    await user.dblClick(dialog.getByRole('button', { name: 'Refund' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const refund = { act: 'refund', invoiceId: 'in_1', amount: 750, reason: 'Ticket 8', seen: 0 };
    expect(server.sentTo(actOnAcme)).toEqual([refund]);
  });

  it.each([
    ['7.505', 'Write an amount such as 7.50.'],
    ['', 'Write an amount such as 7.50.'],
    ['-1', 'Write an amount such as 7.50.'],
    ['0', 'Write an amount such as 7.50.'],
    ['7.51', 'At most $7.50 can be refunded.'],
  ])('an amount of “%s”: %s', async (text, sentence) => {
    await look();
    const dialog = await openDialog('Refund invoice ACME-0001');
    await user.clear(dialog.getByLabelText('Amount in USD'));
    if (text) {
      await user.type(dialog.getByLabelText('Amount in USD'), text);
    }
    await user.click(dialog.getByRole('button', { name: 'Refund' }));
    await dialog.findByText(sentence);
    expect(server.sentTo(actOnAcme)).toEqual([]);
  });

  it('yen have no decimals', async () => {
    const [invoice] = projectSheet.invoices;
    await look({ invoices: invoice ? [{ ...invoice, currency: 'jpy', refundable: 1000 }] : [] });
    const dialog = await openDialog('Refund invoice ACME-0001');
    expect((dialog.getByLabelText('Amount in JPY') as HTMLInputElement).value).toBe('1000');
  });

  it('sends an open invitation again, and offers it for no other', async () => {
    await look();
    expect(screen.getAllByRole('button', { name: /^Send the invitation/ })).toHaveLength(1);
    const dialog = await openDialog('Send the invitation to bob@x.example again');
    await user.click(dialog.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(server.sentTo(actOnAcme)).toMatchObject([{ inviteId: 'i1' }]));
  });

  it('transfers the project to the chosen member, once by a double press', async () => {
    await look({ people: [...projectSheet.people, bob, nameless] });
    const dialog = await openDialog('Transfer project');
    const choices = dialog.getAllByRole('option').map(({ textContent }) => textContent);
    expect(choices).toEqual(['Not chosen yet', 'Bob (bob@x.example)', 'eve@x.example']);
    const give = dialog.getByRole('button', { name: 'Transfer project' });
    await user.click(give);
    await dialog.findByText('Choose a member.');
    expect(server.sentTo(actOnAcme)).toEqual([]);
    await user.selectOptions(dialog.getByLabelText('New owner'), 'Bob (bob@x.example)');
    await user.dblClick(give);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const given = { act: 'transfer', memberId: 'bob', reason: 'Ticket 8', seen: 0 };
    expect(server.sentTo(actOnAcme)).toEqual([given]);
  });

  it.each([
    ['with its owner alone', {}],
    ['that has ended', { status: 'canceled', people: [...projectSheet.people, bob] }],
    ['on hold', { status: 'unpaid', people: [...projectSheet.people, bob] }],
  ])('a project %s: nobody to transfer it to', async (_name, changed) => {
    await look(changed);
    expect(screen.queryByRole('button', { name: 'Transfer project' })).toBeNull();
  });

  it('gives a project on Free a plan for some months, once by a double press', async () => {
    await look({ plan_id: 'free', price: null });
    const dialog = await openDialog('Give a plan');
    const give = dialog.getByRole('button', { name: 'Give a plan' });
    await user.click(give);
    expect(server.sentTo(actOnAcme)).toEqual([]);
    await user.selectOptions(dialog.getByLabelText('Plan'), 'Pro');
    await user.dblClick(give);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const given = { act: 'give-free-plan', planId: 'pro', months: 12, reason: 'Ticket 8', seen: 0 };
    expect(server.sentTo(actOnAcme)).toEqual([given]);
  });

  it('names a given plan in the history; a project that pays gets none', async () => {
    const details = { planId: 'pro', months: 2 };
    await look({ acts: [{ ...looked, number: 1, act: 'give-free-plan', details }] });
    expect(region('History').getByText('Plan given · Pro · 2 months')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Give a plan' })).toBeNull();
  });

  it('names the new owner in the history', async () => {
    const given = { ...looked, number: 1, act: 'transfer', details: { memberId: 'bob' } };
    await look({ people: [...projectSheet.people, bob], acts: [given] });
    expect(region('History').getByText('Project transferred · bob@x.example')).toBeTruthy();
  });

  it('moves to the present price, which it names before', async () => {
    await look({ moves_to: { amount: 1_200, currency: 'usd' } });
    const dialog = await openDialog('Move to current price');
    expect(dialog.getByText(/^The project pays \$12\.00 per week from now on\./)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Move to current price' }));
    await waitFor(() => expect(server.sentTo(actOnAcme)).toMatchObject([{ act: 'move-price' }]));
  });

  it('at the present price: no move', async () => {
    await look();
    expect(screen.queryByRole('button', { name: 'Move to current price' })).toBeNull();
  });

  it('a silent provider: says that the act is finished by itself', async () => {
    server.answers[actOnAcme] = () => Response.json({ number: 1, state: 'under-way' });
    await look();
    const dialog = await openDialog('End now');
    await user.click(dialog.getByRole('button', { name: 'End now' }));
    await screen.findByText(/this is finished by itself/, {}, deadline);
  });

  it.each([
    ['that goes on', {}, ['End with its period', 'End now']],
    ['that ends', { ends_at: '2026-12-21T10:00:00.000Z' }, ['Keep the project', 'End now']],
    ['that is free', { price: null, period_end: null }, ['End now']],
    [
      'in its trial',
      { trial_ends_at: '2026-12-21T10:00:00.000Z' },
      ['Extend trial', 'End with its period', 'End now'],
    ],
    ['that has ended', { status: 'canceled' }, []],
  ])('a project %s: what is possible', async (_name, changed, acts) => {
    await look(changed);
    const names = /^(End|Keep|Extend)/;
    const buttons = within(screen.getByRole('main')).queryAllByRole('button', { name: names });
    expect(buttons.map(({ textContent }) => textContent)).toEqual(acts);
  });

  it.each(['0', '366', '1.5', 'x', ''])(
    'a trial %s days longer: says what is wrong',
    async (days) => {
      await look({ trial_ends_at: '2026-12-21T10:00:00.000Z' });
      const dialog = await openDialog('Extend trial');
      await user.clear(dialog.getByLabelText('Days'));
      if (days) {
        await user.type(dialog.getByLabelText('Days'), days);
      }
      await user.click(dialog.getByRole('button', { name: 'Extend trial' }));
      await dialog.findByText('Write a number of days, 1 to 365.');
      expect(server.sentTo(actOnAcme)).toEqual([]);
    },
  );

  it('a trial a week longer: sends the days', async () => {
    await look({ trial_ends_at: '2026-12-21T10:00:00.000Z' });
    const dialog = await openDialog('Extend trial');
    await user.click(dialog.getByRole('button', { name: 'Extend trial' }));
    await waitFor(() =>
      expect(server.sentTo(actOnAcme)).toMatchObject([{ act: 'extend-trial', days: 7 }]),
    );
  });

  it('support: no money', async () => {
    server.answers['GET /v1/operator'] = () => Response.json({ role: 'support' });
    const people = [...projectSheet.people, bob];
    await look({ people, moves_to: { amount: 1_200, currency: 'usd' } });
    expect(screen.queryByRole('button', { name: /Refund|End|Transfer|Move/ })).toBeNull();
    expect(screen.getByRole('button', { name: 'Reload billing' })).toBeTruthy();
  });
});
