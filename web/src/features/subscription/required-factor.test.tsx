import { screen } from '@testing-library/react';
import { beforeEach, it } from 'vitest';
import { press } from '../../../test/person.ts';
import { acme, createTeamServer, deny } from '../../../test/team-server.ts';
import { deadline, visit } from '../../../test/visit.tsx';

let server = createTeamServer();

beforeEach(() => {
  server = createTeamServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

const settings = '/subscription/s1/settings';
const saving = 'PATCH /v1/subscriptions/s1';

it('the owner requires a second factor, and stops requiring it', async () => {
  let isRequired = false;
  server.answers[saving] = () => {
    isRequired = !isRequired;
    const more = isRequired ? { require_second_factor: true } : {};
    return Response.json({ ...acme, settings: { ...acme.settings, ...more } });
  };
  await visit(settings, server);
  await screen.findByRole('button', { name: 'Require it' }, deadline);
  await press('Require it');
  await screen.findByText('The project now needs two-step verification.');
  await press('Stop requiring it');
  await screen.findByText('The project no longer needs two-step verification.');
  await screen.findByRole('button', { name: 'Require it' });
});

it('an owner without one of their own: led to add an app first', async () => {
  server.answers[saving] = deny('access/second-factor-required');
  await visit(settings, server);
  await screen.findByRole('button', { name: 'Require it' }, deadline);
  await press('Require it');
  await screen.findByText('Add an authenticator app to your own account first.');
  await screen.findByRole('heading', { level: 1, name: 'Add an authenticator app' }, deadline);
});

it('a project that needs one: says so, and leads to adding an app', async () => {
  server.answers['GET /v1/subscriptions/s1'] = deny('access/second-factor-required');
  await visit('/subscription/s1', server);
  await screen.findByText('This project needs two-step verification', {}, deadline);
  await screen.findByRole('heading', { level: 1, name: 'Add an authenticator app' }, deadline);
});
