import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import House from 'lucide-react/icons/house';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testConfig } from '../../../test/test-config.ts';
import { loadWords, startI18n } from '../../shared/i18n/index.ts';
import { Sidebar } from './sidebar.tsx';

const user = userEvent.setup();

interface TestWindow {
  readonly happyDOM: { setViewport(size: { readonly width: number }): void };
}

function setWidth(width: number) {
  act(() => (globalThis as unknown as TestWindow).happyDOM.setViewport({ width }));
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('i18nextLng', 'en');
});
afterEach(() => setWidth(1024));

async function open(width: number) {
  setWidth(width);
  const i18n = await startI18n(testConfig);
  await loadWords('home');
  return render(
    <I18nextProvider i18n={i18n}>
      <MemoryRouter>
        <Sidebar home={{ to: '/dashboard', label: 'Projects', Icon: House }} entries={[]} />
      </MemoryRouter>
    </I18nextProvider>,
  );
}

const isCollapsed = () => screen.queryByRole('button', { name: 'Expand sidebar' }) !== null;
const toggle = () => user.click(screen.getByRole('button', { name: /sidebar$/ }));

it.each([
  [768, true],
  [1120, true],
  [1121, false],
  [1440, false],
])('window %i px wide: is collapsed: %s', async (width, collapsed) => {
  await open(width);
  expect(isCollapsed()).toBe(collapsed);
});

it('window made narrower: folds', async () => {
  await open(1440);
  setWidth(900);
  expect(isCollapsed()).toBe(true);
});

it.each([
  ['expanded', 900, 1440],
  ['collapsed', 1440, 900],
])(
  '%s in a window %i px wide: stays so there, and changes nothing for one of %i px',
  async (_, width, other) => {
    const { unmount } = await open(width);
    const before = isCollapsed();
    await toggle();
    expect(isCollapsed()).toBe(!before);
    unmount();
    const again = await open(width);
    expect(isCollapsed()).toBe(!before);
    again.unmount();
    await open(other);
    expect(isCollapsed()).toBe(!before);
  },
);
