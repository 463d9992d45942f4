import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createBillingServer, paidInvoice, proAcme } from '../../../test/billing-server.ts';
import { deadline, visit } from '../../../test/visit.tsx';

const user = userEvent.setup();
let server = createBillingServer();

beforeEach(() => {
  server = createBillingServer();
  server.world.invoices = [paidInvoice];
  localStorage.setItem('i18nextLng', 'en');
});

async function open(path = '/subscription/s1/activity') {
  await visit(path, server);
  await screen.findByRole('heading', { level: 1 }, deadline);
  await user.keyboard('{Control>}k{/Control}');
  return await screen.findByRole('combobox', { name: /^(Search projects|搜索项目)/ }, deadline);
}

const options = () => within(screen.getByRole('listbox')).getAllByRole('option');
const read = () => options().map(({ textContent }) => textContent);

const money = ['Keep my plan', 'Change plan', 'Add card'];

describe('the actions', () => {
  it('owner of a project that ends: keeps it, changes its plan, adds a card, downloads the invoice', async () => {
    server.world.subscription = { ...proAcme, cancel_at: '2026-12-28T10:00:00.000Z' };
    server.world.invoices = [{ ...paidInvoice, id: 'in_2', pdf_url: null }, paidInvoice];
    await open();
    await screen.findByRole('option', { name: /^Download latest invoice.*ACME-0001$/ });
    expect(read()).toEqual(expect.arrayContaining([...money, 'Change email', 'Sign out']));
  });

  it('administrator who does not own it: is offered what is about the person', async () => {
    server.world.subscription = {
      ...proAcme,
      owner_id: 'grace',
      cancel_at: '2026-12-28T10:00:00.000Z',
    };
    await open();
    expect(read()).toEqual(expect.arrayContaining(['Invite people', 'Change email', 'Sign out']));
    expect(read().filter((name) => money.includes(name ?? ''))).toEqual([]);
  });

  it('member: is offered no invoice', async () => {
    server.world.subscription = {
      ...proAcme,
      owner_id: 'grace',
      permissions: { access: ['ada'], admin: ['grace'] },
    };
    await open('/subscription/s1');
    await screen.findByRole('option', { name: 'Overview' });
    expect(read().some((name) => name?.includes('invoice'))).toBe(false);
  });

  it('invoice chosen: opens its file in a new tab', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    await open();
    await user.click(await screen.findByRole('option', { name: /^Download latest invoice/ }));
    expect(opened).toHaveBeenCalledWith(paidInvoice.pdf_url, '_blank', 'noopener');
  });
});

it('add a card chosen: its form is open, on the page of the cards too', async () => {
  await open();
  await user.click(await screen.findByRole('option', { name: 'Add card' }));
  await screen.findByRole('button', { name: 'Save card' }, deadline);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Control>}k{/Control}');
  await user.click(await screen.findByRole('option', { name: 'Add card' }, deadline));
  expect(await screen.findByRole('button', { name: 'Save card' }, deadline)).toBeTruthy();
});

it.each([
  ['en', 'logout', 'Sign out'],
  ['en', 'email', 'Change email'],
  ['en', 'plan', 'Change plan'],
  ['en', 'credit card', 'Add card'],
  ['en', 'invoice', 'Download latest invoice'],
  ['zh', '退出', '退出登录'],
  ['zh', '邮箱', '修改邮箱'],
  ['zh', '套餐', '更换套餐'],
  ['zh', '银行卡', '添加银行卡'],
  ['zh', '发票', '下载最新发票'],
] as const)('%s, “%s” typed: Enter would choose “%s”', async (language, text, first) => {
  localStorage.setItem('i18nextLng', language);
  await visit('/subscription/s1/activity', server);
  await screen.findByRole('heading', { level: 1 }, deadline);
  await user.keyboard('{Control>}k{/Control}');
  const box = await screen.findByRole(
    'combobox',
    { name: /^(Search projects|搜索项目)/ },
    deadline,
  );
  await screen.findByRole('option', { name: /^(Download latest invoice|下载最新发票)/ });
  await user.click(box);
  await user.paste(text);
  expect(read()[0]).toContain(first);
  expect(options()[0]?.getAttribute('aria-selected')).toBe('true');
});

it('nothing found: says so, and there is no empty list', async () => {
  const box = await open();
  await user.type(box, 'no such thing');
  expect(screen.getByText('Nothing matches “no such thing”.')).toBeTruthy();
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(box.getAttribute('aria-expanded')).toBe('false');
  expect(box.hasAttribute('aria-controls')).toBe(false);
  expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toBe('0 results');
});
