import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createBillingServer } from '../../../test/billing-server.ts';
import { visit } from '../../../test/visit.tsx';

let server = createBillingServer();

beforeEach(() => {
  server = createBillingServer();
  server.world.subscriptions = [server.world.subscription];
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

it.each([
  ['the dashboard', '/dashboard', /\$10\.00/],
  ['the overview', '/subscription/s1', /^\$10\.00 per week$/],
  ['billing', '/subscription/s1/billing', /^\$10\.00 per week$/],
  ['the summary of a purchase', '/create-plan?plan=pro', /^\$10\.00 per week$/],
])('%s writes a weekly price with its cents', async (_place, path, price) => {
  await visit(path, server);
  expect((await screen.findAllByText(price)).length).toBeGreaterThan(0);
  expect(document.body.textContent).not.toMatch(/\$\d+(?![\d.,])/);
});

it.each([
  ['the plans', '/create-plan', '$10'],
  ['the plans to change to', '/subscription/s1/billing/change-plan', '$30'],
])('%s write a price without empty cents', async (_place, path, price) => {
  await visit(path, server);
  expect((await screen.findAllByText(price)).length).toBeGreaterThan(0);
  expect(document.body.textContent).not.toContain(`${price}.00`);
});
