import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createFakeServer, deadline, visit } from '../../../test/visit.tsx';

const primitives = import.meta.glob<Record<string, unknown>>(
  ['../../shared/ui/*.tsx', '!../../shared/ui/*.test.tsx'],
  { eager: true },
);
const sources = import.meta.glob<string>(['./ui-page.tsx', './ui/*.tsx'], {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Primitives that another one draws, which is on the page. */
const drawnBy: Readonly<Record<string, string>> = {
  DialogFrame: 'Dialog',
  Field: 'TextField',
  IconSelect: 'LanguageSelect',
  PageTitle: 'PageHeader',
  Spinner: 'Button',
  TableFrame: 'Table',
};

it('a primitive that is exported: is on the page of all primitives', () => {
  const components = Object.values(primitives)
    .flatMap((file) => Object.entries(file))
    .filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === 'function')
    .map(([name]) => drawnBy[name] ?? name);
  const page = Object.values(sources).join('\n');
  const missing = components.filter((name) => !new RegExp(`<${name}\\b`).test(page));
  expect(components.length).toBeGreaterThan(40);
  expect(missing).toEqual([]);
});

it('message of the page: is shown', async () => {
  localStorage.setItem('i18nextLng', 'en');
  await visit('/dev/ui', createFakeServer());
  const button = await screen.findByRole('button', { name: 'Show message' }, deadline);
  await userEvent.click(button);
  const messages = screen.getByRole('region', { name: 'Notifications' });
  expect(messages.textContent).not.toBe('');
});
