import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { RetryNote } from './retry-note.tsx';

const message = 'The server is away.';
const note = (title: string | undefined, onRetry = () => {}) => (
  <RetryNote {...(title !== undefined && { title })} message={message} onRetry={onRetry} />
);
const shown = () => screen.getByRole('alert').textContent ?? '';

it('upper part fails after the lower one: the upper one says why, and tries both again', () => {
  const [retryUpper, retryLower] = [vi.fn(), vi.fn()];
  const page = (hasUpper: boolean) => (
    <>
      {hasUpper && note('No invoices.', retryUpper)}
      {note('No spending.', retryLower)}
    </>
  );
  const { rerender } = render(page(false));
  expect(shown()).toContain(`No spending.${message}`);
  rerender(page(true));
  expect(shown()).toContain(`No invoices.${message}`);
  expect(screen.getByText('No spending.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button'));
  expect(retryUpper).toHaveBeenCalledTimes(1);
  expect(retryLower).toHaveBeenCalledTimes(1);
  rerender(page(false));
  expect(shown()).toContain(`No spending.${message}`);
});

it('part without a title below another one: still says that it did not come', () => {
  render(
    <>
      {note('No invoices.')}
      {note(undefined)}
    </>,
  );
  expect(screen.getByText(message, { selector: 'p.text-small' })).toBeTruthy();
});
