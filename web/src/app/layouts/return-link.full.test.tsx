import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBillingServer } from '../../../test/billing-server.ts';
import { askForNoCode } from '../../../test/fake-identity-server.ts';
import { testConfig } from '../../../test/test-config.ts';
import { visit } from '../../../test/visit.tsx';

let server = createBillingServer();
const user = userEvent.setup();
const config = {
  ...testConfig,
  returnOrigins: [{ origin: 'https://app.example.com', name: 'Tasks' }],
};
const billing = '/subscription/s1/billing';
const back = 'https://app.example.com/team?tab=2';
const withReturn = (path: string, url: string) => `${path}?return_url=${encodeURIComponent(url)}`;
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
/** The frame comes first, as a part of its own. */
async function findWayBack() {
  await screen.findAllByText('Acme Analytics');
  return (await screen.findByText('Back to Tasks')).closest('a');
}
const strange = 'There is no link back';

beforeEach(() => {
  server = createBillingServer();
  sessionStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});

describe('a billing page that another product has linked to', () => {
  it.each([billing, `${billing}/change-plan`, `${billing}/payment-methods`, `${billing}/cancel`])(
    'leads back to it from %s',
    async (path) => {
      await visit(withReturn(path, back), server, config);
      expect((await findWayBack())?.getAttribute('href')).toBe(back);
      expect(location.pathname).toBe(path);
    },
  );

  it('still leads back after the work is done, and not from other pages', async () => {
    await visit(withReturn(`${billing}/cancel`, back), server, config);
    await user.type(await screen.findByLabelText('Subscription ID'), 's1');
    await user.click(screen.getByRole('button', { name: 'Cancel subscription' }));
    await heading('Billing');
    expect(location.search).toBe('');
    expect((await findWayBack())?.getAttribute('href')).toBe(back);

    const [overview] = screen.getAllByRole('link', { name: 'Overview' });
    await user.click(overview ?? expect.fail());
    await heading('Acme Analytics');
    expect(screen.queryByRole('link', { name: 'Back to Tasks' })).toBeNull();
  });

  it('signs nobody in: a visitor signs in first, and then has the way back', async () => {
    server.identity.cookie = undefined;
    const session = await visit(withReturn(billing, back), server, config);
    await screen.findByLabelText('Password');
    expect(location.pathname).toBe('/signin');
    await act(() => session.signIn({ email: 'ada@x.example', password: 'secret' }, askForNoCode));
    expect((await findWayBack())?.getAttribute('href')).toBe(back);
    expect(location.pathname).toBe(billing);
  });

  it.each([
    'https://evil.example/pay',
    '//evil.example',
    'javascript:alert(1)',
    'https://app.example.com@evil.example/',
    'https:\\\\app.example.com\\@evil.example',
  ])('unknown return address %s: says so, offers no link, and works as usual', async (url) => {
    await visit(withReturn(billing, url), server, config);
    expect((await screen.findByText(strange)).closest('[role="status"]')?.textContent).toContain(
      'a return address that Hearth does not know',
    );
    await heading('Billing');
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links.filter((href) => !href?.startsWith('/') || href.startsWith('//'))).toEqual([
      '#content',
    ]);
    expect(sessionStorage.getItem('hearth.return.s1')).toBeNull();
  });

  it('no return origin configured: calls every address unknown', async () => {
    await visit(withReturn(billing, back), server);
    expect(await screen.findByText(strange)).toBeTruthy();
  });

  it('has no way back when it is opened from here', async () => {
    await visit(billing, server, config);
    await heading('Billing');
    expect(screen.queryByText(strange)).toBeNull();
    expect(screen.queryByRole('link', { name: /^Back to/ })).toBeNull();
  });
});
