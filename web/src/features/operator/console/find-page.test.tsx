import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createConsoleServer, nobody } from '../../../../test/console-server.ts';
import { user } from '../../../../test/person.ts';
import { deny } from '../../../../test/team-server.ts';
import { deadline, visit } from '../../../../test/visit.tsx';

const find = 'POST /v1/operator/find';

const found = {
  people: [
    { uid: 'grace', email: 'grace@x.example', name: 'Grace Hopper', disabled: true },
    { uid: 'bob', email: 'bob@x.example', name: '', disabled: false },
  ],
  projects: [
    {
      subscriptionId: 's1',
      name: 'Grace’s Lab',
      planId: 'pro',
      status: 'active',
      owner: 'grace@x.example',
    },
  ],
  invoices: [
    {
      id: 'in_1',
      number: 'GR-0001',
      subscriptionId: 's1',
      name: 'Grace’s Lab',
      total: 1_000,
      currency: 'usd',
      status: 'paid',
    },
  ],
};

let server = createConsoleServer();

beforeEach(() => {
  server = createConsoleServer();
  server.answers[find] = () => Response.json(found);
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

async function open() {
  await visit('/operator', server);
  return await screen.findByRole('searchbox', { name: 'Search customers' }, deadline);
}

describe('finding customers', () => {
  it('asks once typing pauses, and lists what was found by its kind', async () => {
    const field = await open();
    expect(document.activeElement).toBe(field);
    await user.keyboard('grace');
    await screen.findByRole('link', { name: 'Grace Hopper' }, deadline);
    expect(server.sentTo(find)).toEqual([{ text: 'grace' }]);
    const links = screen.getByRole('main').querySelectorAll<HTMLAnchorElement>('section li a');
    expect([...links].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Grace Hopper', '/operator/people/grace'],
      ['bob@x.example', '/operator/people/bob'],
      ['Grace’s Lab', '/operator/projects/s1'],
      ['GR-0001', '/operator/projects/s1'],
    ]);
    expect(screen.getByText('Disabled')).toBeTruthy();
    expect(screen.getByText('Pro · grace@x.example')).toBeTruthy();
    expect(screen.getByText('$10.00 · Grace’s Lab')).toBeTruthy();
  });

  it('arrow keys lead from the field through the results, and Enter opens one', async () => {
    const field = await open();
    await user.keyboard('grace');
    await screen.findByRole('link', { name: 'Grace Hopper' }, deadline);
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Grace Hopper');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(field);
    await user.keyboard('{ArrowDown}{Enter}');
    await screen.findByLabelText('Why do you look?', {}, deadline);
    expect(location.pathname).toBe('/operator/people/grace');
    history.back();
    await screen.findByDisplayValue('grace', {}, deadline);
    expect(location.search).toBe('');
  });

  it('one character: not asked, and said so', async () => {
    await open();
    await user.keyboard('g');
    await screen.findByText('Type at least 2 characters.', {}, deadline);
    expect(server.sentTo(find)).toEqual([]);
  });

  it('nothing found: a sentence', async () => {
    server.answers[find] = () => Response.json(nobody);
    await open();
    await user.keyboard('nobody');
    await screen.findByText('Nothing matches “nobody”.', {}, deadline);
  });

  it('a failure: said, and tried again', async () => {
    server.answers[find] = deny('billing/provider-unavailable');
    await open();
    await user.keyboard('grace');
    await screen.findByRole('alert', {}, deadline);
    server.answers[find] = () => Response.json(found);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getByRole('link', { name: 'GR-0001' })).toBeTruthy());
  });
});

describe('the way between the pages of operators', () => {
  it('leads to the webhooks for the role that may see them only', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Webhooks' })).toBeTruthy();
  });

  it('is shorter for support', async () => {
    server.answers['GET /v1/operator'] = () => Response.json({ role: 'support' });
    await open();
    expect(screen.queryByRole('link', { name: 'Webhooks' })).toBeNull();
  });
});
