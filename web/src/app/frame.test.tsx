import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { acme, betaInvite, createTeamServer } from '../../test/team-server.ts';
import { deadline, visit } from '../../test/visit.tsx';

const user = userEvent.setup();
let server = createTeamServer();

beforeEach(() => {
  server = createTeamServer();
  sessionStorage.clear();
  localStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

/** The frame is complete once the project is. */
async function openSettings() {
  await visit('/subscription/s1/settings', server);
  await screen.findByRole('heading', { level: 1, name: 'Settings' }, deadline);
}

describe('the sidebar of a project', () => {
  it.each([
    ['past_due', 1],
    ['active', 0],
  ] as const)('%s: says at Billing whether a payment is missing', async (status, count) => {
    server.world.subscription = { ...acme, plan_id: 'pro', status };
    await openSettings();
    const sidebar = screen.getAllByRole('navigation')[0];
    const link = within(sidebar ?? expect.fail()).getByRole('link', { name: /^Billing/ });
    expect(within(link).queryAllByText('needs attention')).toHaveLength(count);
  });
});

describe('the sidebar of the dashboard', () => {
  const sidebar = () => screen.queryByRole('navigation', { name: 'Main navigation' });
  const dashboard = () => screen.findByRole('list', { name: 'Your projects' }, deadline);

  it('no project visited yet: is not there, and the logo leads home', async () => {
    await visit('/dashboard', server);
    await dashboard();
    expect(sidebar()).toBeNull();
    expect(screen.getByRole('link', { name: 'Hearth' }).getAttribute('href')).toBe('/dashboard');
  });

  it('a project visited: leads to it', async () => {
    await openSettings();
    await user.click(screen.getByRole('link', { name: 'Projects' }));
    await dashboard();
    const links = within(sidebar() ?? expect.fail());
    expect(await links.findByRole('link', { name: acme.settings.name })).toBeTruthy();
  });
});

describe('the menu of the person', () => {
  const open = async () => {
    await openSettings();
    await user.click(screen.getByRole('button', { name: 'User menu' }));
    return within(await screen.findByRole('menu', {}, deadline));
  };

  it('invited: counts the invitations, and leads to them', async () => {
    server.world.invites = [betaInvite];
    const menu = await open();
    const item = await menu.findByRole('menuitem', { name: 'Invitations 1' });
    await user.click(item);
    expect(await screen.findByRole('region', { name: 'Invitations' }, deadline)).toBeTruthy();
  });

  it('opens inside the page’s main part, which screen readers can go to', async () => {
    await open();
    expect(screen.getByRole('main').contains(screen.getByRole('menu'))).toBe(true);
  });

  it('not invited: says nothing of invitations', async () => {
    const menu = await open();
    expect(menu.getByRole('menuitem', { name: 'My profile' })).toBeTruthy();
    expect(menu.queryByRole('menuitem', { name: /^Invitations/ })).toBeNull();
  });
});

describe('the keys that open the search', () => {
  const palette = () => screen.queryByRole('combobox', { name: /^Search projects/ });

  it('nothing over the page: open it, and close it again', async () => {
    await openSettings();
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: /^Search projects/ }, deadline);
    await user.keyboard('{Control>}k{/Control}');
    expect(palette()).toBeNull();
  });

  it('find the pages of the open project first, then other projects, those that are over last', async () => {
    const other = { ...acme, id: 's2', settings: { name: 'Beta' } };
    const over = { ...acme, id: 's3', settings: { name: 'Aurora' }, status: 'canceled' };
    server.answers['GET /v1/subscriptions'] = () =>
      Response.json({ subscriptions: [acme, over, other] });
    await openSettings();
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('combobox', { name: /^Search projects/ }, deadline);
    const list = within(screen.getByRole('listbox'));
    const options = list.getAllByRole('option').map(({ textContent }) => textContent);
    expect(options.slice(0, 5)).toEqual(['Overview', 'Users', 'Billing', 'Activity', 'Settings']);
    const beta = options.findIndex((option) => option?.includes('Beta'));
    expect(options[beta + 1]).toMatch(/Aurora.*Canceled/);
    expect(options).toContain('All projects');
  });

  it('drawer or question open: do nothing', async () => {
    await openSettings();
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    await screen.findByRole('dialog', { name: 'Main navigation' }, deadline);
    await user.keyboard('{Control>}k{/Control}');
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(palette()).toBeNull();
  });
});

describe('the drawer of narrow windows', () => {
  it('opened: offers pages, profile, theme, language and the way out', async () => {
    await openSettings();
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Main navigation' }, deadline));
    for (const name of ['Projects', 'Overview', 'Settings', 'My profile']) {
      expect(drawer.getByRole('link', { name })).toBeTruthy();
    }
    expect(drawer.queryByText(/to pay/)).toBeNull();
    await user.click(drawer.getByRole('button', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
    expect(drawer.getByRole('button', { name: 'Dark', pressed: true })).toBeTruthy();
    expect(drawer.getByRole('button', { name: 'Sign out' })).toBeTruthy();
    await user.click(drawer.getByRole('button', { name: 'System' }));
  });

  it('projects to pay: says how many, and the open one with its plan and seats leads to the others', async () => {
    server.world.subscriptions = [acme, { ...acme, id: 's2', status: 'past_due' }];
    await openSettings();
    await user.click(screen.getByRole('button', { name: 'Open menu' }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Main navigation' }, deadline));
    expect(await drawer.findByRole('link', { name: 'Projects 1 to pay' })).toBeTruthy();
    const project = drawer.getByRole('button', { name: /^Acme Analytics.*Switch project$/ });
    expect(project.textContent).toContain('Free · 2 of 10 seats');
    await user.click(project);
    await screen.findByRole('combobox', { name: /^Search projects/ }, deadline);
    expect(screen.queryByRole('dialog', { name: 'Main navigation' })).toBeNull();
  });
});
