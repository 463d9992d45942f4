import { web } from '@hearth/app/web';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { createTeamServer } from '../../test/team-server.ts';
import { testConfig } from '../../test/test-config.ts';
import { deadline, visit } from '../../test/visit.tsx';

let server = createTeamServer();
const user = userEvent.setup();
const pictures = Array.from({ length: 14 }, (_, index) => ({
  id: `p${index}`,
  address: `/api/pictures/p${index}`,
  created_at: '2026-11-21T10:00:00.000Z',
}));

const open = (path: string) => visit(path, server, testConfig, web.words);

beforeEach(() => {
  server = createTeamServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  server.answers['GET /api/my-pictures'] = () => Response.json({ pictures: pictures.slice(0, 1) });
  server.answers['GET /api/subscriptions/s1/pictures'] = (query) => {
    const start = (Number(query?.get('page')) - 1) * 12;
    const shown = pictures.slice(start, start + 12);
    return Response.json({ pictures: shown, total: pictures.length });
  };
});

it('page of the product about the person: opens from the sidebar of the dashboard', async () => {
  await open('/dashboard');
  const [link] = await screen.findAllByRole('link', { name: 'My pictures' }, deadline);
  await user.click(link ?? expect.fail());
  expect(
    await screen.findByRole('heading', { level: 1, name: 'My pictures' }, deadline),
  ).toBeTruthy();
  expect(location.pathname).toBe('/account/my-pictures');
  const table = within(await screen.findByRole('table', { name: 'My pictures' }, deadline));
  expect(table.getAllByRole('img')).toHaveLength(1);
});

it('page of the product about the person, nobody is signed in: leads to the sign-in', async () => {
  server.identity.cookie = undefined;
  await open('/account/my-pictures');
  expect(await screen.findByLabelText('Email', { exact: false }, deadline)).toBeTruthy();
  expect(server.sent('/api/my-pictures')).toEqual([]);
});

it('page of the product about a project: turns its pages', async () => {
  await open('/subscription/s1/pictures');
  const table = within(await screen.findByRole('table', { name: 'Pictures' }, deadline));
  expect(table.getAllByRole('img')).toHaveLength(12);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await vi.waitFor(() => expect(table.getAllByRole('img')).toHaveLength(2));
});

it('card of the product: stands below the others on the overview, and leads to its page', async () => {
  await open('/subscription/s1');
  const card = within(await screen.findByRole('region', { name: 'Latest pictures' }, deadline));
  expect(await card.findAllByRole('presentation')).toHaveLength(6);
  const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
  expect(titles).toContain('Invoices');
  expect(titles.at(-1)).toBe('Latest pictures');
  await user.click(card.getByRole('link', { name: 'All pictures' }));
  expect(await screen.findByRole('table', { name: 'Pictures' }, deadline)).toBeTruthy();
});

it('card of the product that crashes: says so in its place, beside the other cards', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  server.answers['GET /api/subscriptions/s1/pictures'] = () => Response.json({ total: 1 });
  await open('/subscription/s1');
  expect(await screen.findByText('Something went wrong', undefined, deadline)).toBeTruthy();
  expect(await screen.findByRole('region', { name: 'People' }, deadline)).toBeTruthy();
});
