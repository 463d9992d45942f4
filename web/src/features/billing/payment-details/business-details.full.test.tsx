import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { createBillingServer } from '../../../../test/billing-server.ts';
import { taxed, testConfig } from '../../../../test/test-config.ts';
import { deadline, visit } from '../../../../test/visit.tsx';

const page = '/subscription/s1/billing/update-details';
const user = userEvent.setup();
let server = createBillingServer();

beforeEach(() => {
  localStorage.setItem('i18nextLng', 'en');
  server = createBillingServer();
  const { address } = server.world.details;
  server.world.details = {
    ...server.world.details,
    address: { ...address, country: 'DE', state: '' },
    company: 'Ada GmbH',
    tax_id: 'DE111111111',
    tax_id_status: 'unverified',
    purchase_order: 'PO-7',
  };
});

const vatId = () => screen.findByLabelText<HTMLInputElement>('VAT ID (optional)', {}, deadline);
const save = () => user.click(screen.getByRole('button', { name: 'Save details' }));

it('shows company, VAT ID with the state of its look-up, and PO number', async () => {
  await visit(page, server, taxed);
  expect((await vatId()).value).toBe('DE111111111');
  expect(screen.getByText('This ID could not be verified. Please check it.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('PO number (optional)').value).toBe('PO-7');
});

it('saves a changed VAT ID, and forgets what was cleared', async () => {
  await visit(page, server, taxed);
  await user.clear(await vatId());
  await user.type(await vatId(), 'DE123456789');
  await user.clear(screen.getByLabelText('PO number (optional)'));
  await save();
  expect(await screen.findByText('The billing details have been saved.')).toBeTruthy();
  expect(server.calls('updateBillingDetails')).toMatchObject([
    { company: 'Ada GmbH', tax_id: 'DE123456789', purchase_order: '' },
  ]);
});

it('a VAT ID in a wrong form: says so, and sends nothing', async () => {
  await visit(page, server, taxed);
  await user.type(await vatId(), '9');
  await save();
  expect(await screen.findByText(/^This is not a tax ID of this country/)).toBeTruthy();
  expect(server.calls('updateBillingDetails')).toEqual([]);
});

it('a tax ID of another country: is taken once its kind is chosen', async () => {
  await visit(page, server, taxed);
  const field = await vatId();
  await user.clear(field);
  await user.type(field, 'NO 923 609 016 MVA');
  await save();
  expect(await screen.findByText(/^This is not a tax ID of this country/)).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Kind of tax ID'), 'Norway: VAT');
  await save();
  expect(await screen.findByText('The billing details have been saved.')).toBeTruthy();
  const sent = { tax_id: 'NO 923 609 016 MVA', tax_id_type: 'no_vat' };
  expect(server.calls('updateBillingDetails')).toMatchObject([sent]);
});

it('if no taxes are computed: asks for none of them, and leaves them as they are', async () => {
  await visit(page, server, testConfig);
  await screen.findByLabelText('Phone', {}, deadline);
  expect(screen.queryByLabelText('VAT ID (optional)')).toBeNull();
  await save();
  expect(await screen.findByText('The billing details have been saved.')).toBeTruthy();
  expect(server.calls('updateBillingDetails')[0]).not.toHaveProperty('tax_id');
});
