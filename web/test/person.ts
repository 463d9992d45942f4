import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { deadline } from './visit.tsx';

/** Somebody at the keyboard and the mouse. */
export const user = userEvent.setup();

/** Presses the button of this name as soon as it is there. */
export async function press(name: string | RegExp): Promise<void> {
  await user.click(await screen.findByRole('button', { name }, deadline));
}

/** Presses the button of this name once it is on: one that pays is off until its price is known. */
export async function pressOnceOn(name: string | RegExp): Promise<void> {
  const button = await screen.findByRole('button', { name }, deadline);
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull());
  await user.click(button);
}

/** Waits for what a copying button says, and reads what was copied. */
export async function expectCopied(text: string): Promise<void> {
  const said = await screen.findByText(/^(Copied|Could not be copied)$/, {}, deadline);
  expect(said.textContent).toBe('Copied');
  expect(await navigator.clipboard.readText()).toBe(text);
}
