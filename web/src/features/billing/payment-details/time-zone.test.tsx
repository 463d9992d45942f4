import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { createBillingServer, paidInvoice } from '../../../../test/billing-server.ts';
import { testConfig } from '../../../../test/test-config.ts';
import { deadline, visit } from '../../../../test/visit.tsx';

const user = userEvent.setup();
let server = createBillingServer();

beforeEach(() => {
  localStorage.setItem('i18nextLng', 'en');
  server = createBillingServer();
});

it('sends the time zone that was chosen, and none that was left as it is', async () => {
  await visit('/subscription/s1/billing/update-details', server, testConfig);
  const zone = await screen.findByLabelText<HTMLSelectElement>('Time zone', {}, deadline);
  expect(zone.value).toBe('UTC');
  const save = () => user.click(screen.getByRole('button', { name: 'Save details' }));
  await user.selectOptions(zone, 'Pacific/Auckland');
  await save();
  expect(await screen.findByText('The billing details have been saved.')).toBeTruthy();
  expect(server.calls('updateBillingDetails')).toMatchObject([{ time_zone: 'Pacific/Auckland' }]);
});

it('shows the days of the project, wherever the reader is', async () => {
  const zone = { time_zone: 'Pacific/Kiritimati' };
  server.world.subscription = Object.assign({ ...server.world.subscription }, zone);
  server.world.invoices = [paidInvoice];
  await visit('/subscription/s1/billing', server, testConfig);
  expect(await screen.findAllByText(/^Nov 21, 2026/, {}, deadline)).not.toEqual([]);
  expect(screen.queryByText(/^Nov 20, 2026/)).toBeNull();
  expect(await screen.findAllByText(/^Nov 29, 2026/, {}, deadline)).not.toEqual([]);
});
