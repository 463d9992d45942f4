import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBillingServer, proAcme, usd } from '../../../../test/billing-server.ts';
import { fillIn } from '../../../../test/payer.ts';
import { pressOnceOn, user } from '../../../../test/person.ts';
import { taxed } from '../../../../test/test-config.ts';
import { visit } from '../../../../test/visit.tsx';

let server = createBillingServer();

beforeEach(() => {
  server = createBillingServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
  server.world.subscription = { ...proAcme, plan_id: 'free' };
  server.world.summary = { ...server.world.summary, plan_id: 'free', card: null, needs_card: true };
  server.world.preview = {
    ...server.world.preview,
    due_now: usd(4_760),
    next: usd(4_760),
    tax: usd(760),
  };
});

const toPro = '/subscription/s1/billing/change-plan?plan=pro&frequency=month&currency=usd';
const asked = () => server.calls('previewPlanChange').at(-1);

describe('the change of a free project to a plan whose taxes are computed', () => {
  it('asks a business for company, VAT ID and PO number, shows their tax and sends them', async () => {
    await visit(toPro, server, taxed);
    await fillIn({ country: 'DE' });
    server.world.preview = {
      ...server.world.preview,
      due_now: usd(4_000),
      tax: usd(0),
      reverse_charge: true,
    };
    await user.type(screen.getByLabelText('Company name (optional)'), 'Ada GmbH');
    await user.type(screen.getByLabelText('VAT ID (optional)'), 'de 123 456 789');
    await waitFor(() => expect(asked()).toMatchObject({ tax_id: 'DE123456789' }));
    await pressOnceOn(/\$40\.00/);
    await waitFor(() => expect(server.calls('changeSubscriptionPlan')).toHaveLength(1));
    const [sent] = server.calls('changeSubscriptionPlan');
    expect(sent?.billingInfo).toMatchObject({
      billingDetails: { company: 'Ada GmbH', tax_id: 'de 123 456 789', address: { country: 'DE' } },
    });
    // An empty field keeps the present number.
    expect(JSON.stringify(sent)).not.toContain('purchase_order');
  });

  it('asks the new owner of a paid project for them too, and shows the tax of the address', async () => {
    server.world.subscription = { ...proAcme, plan_id: 'enterprise' };
    server.world.summary = { ...server.world.summary, plan_id: 'enterprise', card: null };
    await visit(toPro, server, taxed);
    await fillIn({ country: 'DE' });
    await user.type(screen.getByLabelText('VAT ID (optional)'), 'de 123 456 789');
    const address = { country: 'DE', line1: 'Unter den Linden 1', city: 'Berlin' };
    await waitFor(() => expect(asked()).toMatchObject({ tax_id: 'DE123456789', address }));
  });

  it('points at a VAT ID in a wrong form, and sends nothing', async () => {
    await visit(toPro, server, taxed);
    await fillIn({ country: 'DE' });
    await user.type(screen.getByLabelText('VAT ID (optional)'), 'DE12');
    await pressOnceOn(/\$47\.60/);
    expect(await screen.findByText(/^This is not a tax ID of this country/)).toBeTruthy();
    expect(server.calls('changeSubscriptionPlan')).toEqual([]);
  });

  it('tax not known yet: the button says that it comes on top', async () => {
    server.world.preview = { ...server.world.preview, due_now: usd(4_000), tax: null };
    await visit(toPro, server, taxed);
    expect(
      await screen.findByRole('button', { name: 'Confirm and pay $40.00 plus tax' }),
    ).toBeTruthy();
  });
});
