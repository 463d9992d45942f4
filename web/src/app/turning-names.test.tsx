import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createBillingServer } from '../../test/billing-server.ts';
import { ada, createMembersServer, grace } from '../../test/members-server.ts';
import { acme, createTeamServer } from '../../test/team-server.ts';
import { deadline, visit } from '../../test/visit.tsx';

let server = createBillingServer();
const project = 'עיצוב (חדש)!';
const person = 'عادل!';

beforeEach(() => {
  server = createBillingServer();
  localStorage.setItem('i18nextLng', 'en');
  const { world } = server;
  world.subscription = { ...world.subscription, settings: { name: project } };
  world.users = [{ ...grace, display_name: person }];
});

async function expectIsolated(name: string) {
  const shown = await screen.findAllByText((text) => text.includes(name), {}, deadline);
  expect(shown.filter((node) => !isIsolated(node, name))).toEqual([]);
}

/** Whether a name that is read from right to left keeps its marks at its own end: by an element of its own, or by signs in the text. */
function isIsolated(node: HTMLElement, name: string): boolean {
  const text = node.textContent ?? '';
  return node.closest('bdi') !== null || text.includes(`\u2068${name}\u2069`);
}

it('overview: keeps the marks of project and people with their names', async () => {
  await visit('/subscription/s1', server);
  await expectIsolated(person);
  await expectIsolated(project);
});

it('users: keeps the marks of people with their names', async () => {
  const members = createMembersServer();
  members.state.users = [ada, { ...grace, display_name: person }];
  await visit('/subscription/s1/users', members);
  await expectIsolated(person);
});

it('dashboard: keeps the marks of a project with its name', async () => {
  const team = createTeamServer();
  team.world.subscriptions = [{ ...acme, settings: { name: project } }];
  await visit('/dashboard', team);
  await expectIsolated(project);
});

it('names the tab after a project once, as its name is read', async () => {
  await visit('/subscription/s1', server);
  await screen.findByRole('heading', { level: 1, name: `\u2068${project}\u2069` }, deadline);
  expect(document.title).toBe(`\u2068${project}\u2069 · Hearth`);
});
