import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter, Link, useNavigate } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deadline } from '../../../test/visit.tsx';
import '../back-button.ts';
import { testConfig } from '../../../test/test-config.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { loadWords, startI18n } from '../../shared/i18n/index.ts';
import { leavePage, useLeaveFor } from '../../shared/leaving/leave-question.ts';
import { loadDialogs } from '../../shared/ui/dialog.tsx';
import { UnsavedGuard } from './unsaved-guard.tsx';

const user = userEvent.setup();

beforeEach(async () => {
  localStorage.setItem('i18nextLng', 'en');
  history.replaceState({ idx: 1 }, '', '/create-plan');
  const i18n = await startI18n(testConfig);
  await Promise.all([loadWords('home'), loadDialogs()]);
  render(
    <I18nextProvider i18n={i18n}>
      <BrowserRouter>
        <Page />
        <UnsavedGuard />
      </BrowserRouter>
    </I18nextProvider>,
  );
});

afterEach(() => history.replaceState(null, '', '/'));

function Page() {
  const navigate = useNavigate();
  const leaveFor = useLeaveFor();
  const { field } = useForm({ city: '' });
  const { error: _, ...city } = field('city');
  return (
    <>
      <input aria-label="City" {...city} />
      <Link to="/create-plan">See all plans</Link>
      <button type="button" onClick={() => void navigate('/create-plan?plan=pro')}>
        Choose Pro
      </button>
      <button type="button" onClick={() => leavePage(() => void navigate('/create-plan'))}>
        Other plans
      </button>
      <button type="button" onClick={() => leaveFor('/create-plan')}>
        From search
      </button>
    </>
  );
}

const press = (name: string) => user.click(screen.getByRole('button', { name }));
const question = () =>
  screen.findByRole('alertdialog', { name: 'Leave without saving?' }, deadline);

/** The press on "back" as the page hears of it: the browser is at the other place already. */
async function goBackTo(idx: number | undefined, address: string) {
  history.replaceState(idx === undefined ? null : { idx }, '', address);
  const event = new PopStateEvent('popstate', { state: history.state });
  await act(async () => void window.dispatchEvent(event));
}

async function typeAtStep() {
  await press('Choose Pro');
  await user.type(screen.getByLabelText('City'), 'Bern');
}

it('link to the same page without its step: asks first', async () => {
  await typeAtStep();
  await user.click(screen.getByRole('link', { name: 'See all plans' }));
  await question();
  expect(location.search).toBe('?plan=pro');
});

it.each(['Other plans', 'From search'])(
  '%s: asks first, and goes on where wanted',
  async (name) => {
    await typeAtStep();
    await press(name);
    await question();
    expect(location.search).toBe('?plan=pro');
    await press('Discard changes');
    expect(location.search).toBe('');
  },
);

it.each([
  ['one place back from a step', 1, '/create-plan', 1],
  ['two places back from a step', 0, '/dashboard', 2],
  ['back to a place that the router did not number', undefined, '/dashboard', 1],
])('%s: is taken back and asked about', async (_, idx, address, steps) => {
  await typeAtStep();
  const go = vi.spyOn(history, 'go').mockReturnValue(undefined);
  await goBackTo(idx, address);
  expect(go.mock.calls).toEqual([[steps]]);
  await question();

  // The way back that the guard made itself.
  await goBackTo(2, '/create-plan?plan=pro');
  await press('Discard changes');
  expect(go.mock.calls).toEqual([[steps], [-steps]]);
});

it('place of the same page for a hash: nobody asks', async () => {
  await typeAtStep();
  const go = vi.spyOn(history, 'go').mockReturnValue(undefined);
  await goBackTo(undefined, '/create-plan?plan=pro#content');
  expect(go).not.toHaveBeenCalled();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
