import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, it } from 'vitest';
import { acme, callable, createTeamServer } from '../../../../test/team-server.ts';
import { deadline, visit } from '../../../../test/visit.tsx';

const user = userEvent.setup();

beforeEach(() => localStorage.setItem('i18nextLng', 'en'));

it('credit left: says that it is lost, and the ways to have it, before anything is confirmed', async () => {
  const server = createTeamServer();
  server.identity.cookie = 'ada';
  server.world.subscription = { ...acme, plan_id: 'pro' };
  const credit = { amount: 9_168, currency: 'usd' };
  server.answers[callable('previewCancellation')] = () => Response.json({ data: { credit } });
  await visit('/subscription/s1/billing/cancel', server);
  await screen.findByText(
    /Your credit of \$91\.68 is lost when the project ends\. .* refund before you cancel\./,
    {},
    deadline,
  );
});

it('answer to the cancellation lost: says that nobody knows yet whether it went through', async () => {
  const server = createTeamServer();
  server.identity.cookie = 'ada';
  server.world.subscription = { ...acme, plan_id: 'pro' };
  server.answers[callable('cancelSubscription')] = () => Promise.reject(new TypeError('offline'));
  await visit('/subscription/s1/billing/cancel', server);
  await user.type(await screen.findByLabelText('Subscription ID', {}, deadline), 's1');
  await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
  await screen.findByText(/we don’t know yet whether it went through/, {}, deadline);
});
