import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { deadline } from './visit.tsx';

/** Somebody at the keyboard and the mouse. */
export const user = userEvent.setup();

/** Presses the button of this name as soon as it is there. */
export async function press(name: string | RegExp): Promise<void> {
  await user.click(await screen.findByRole('button', { name }, deadline));
}
