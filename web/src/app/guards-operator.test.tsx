import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { createTeamServer, deny } from '../../test/team-server.ts';
import { deadline, visit } from '../../test/visit.tsx';

let server = createTeamServer();

beforeEach(() => {
  server = createTeamServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const page = '/operator/webhooks';

it('for everybody but operators: the page does not exist', async () => {
  server.answers['GET /v1/operator'] = deny('request/unknown-path');
  await visit(page, server);
  await screen.findByRole('heading', { level: 1, name: 'This page doesn’t exist' }, deadline);
});

it('an operator without a second factor: led to adding one', async () => {
  server.answers['GET /v1/operator'] = deny('access/second-factor-required');
  await visit(page, server);
  await screen.findByRole('heading', { name: 'Add a second factor first' }, deadline);
  expect(screen.getByRole('link', { name: 'Add an authenticator app' })).toBeTruthy();
});

it('an operator: let in', async () => {
  server.answers['GET /v1/operator'] = () => Response.json({ role: 'admin' });
  server.answers['GET /v1/operator/webhook-endpoints'] = () => Response.json({ data: [] });
  await visit(page, server);
  await screen.findByRole('heading', { name: 'No endpoints yet' }, deadline);
});

it('an operator who has opened a page: the search finds those that the role may open', async () => {
  const user = userEvent.setup();
  server.answers['GET /v1/operator'] = () => Response.json({ role: 'support' });
  await visit('/operator', server);
  await screen.findByRole('navigation', { name: 'Console' }, deadline);
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('option', { name: /^Now/ }, deadline);
  expect(screen.queryByRole('option', { name: /^Webhooks/ })).toBeNull();
});
