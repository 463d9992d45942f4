import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { TextField } from '../ui/field.tsx';
import { useForm } from './use-form.ts';

const user = userEvent.setup();
const missing = (text: string) => text === '' && 'Missing.';

function NameForm({ send }: { readonly send: (values: object) => Promise<void> }) {
  const form = useForm({ first: '', last: 'Lovelace' }, ({ first, last }) => ({
    first: missing(first),
    last: missing(last),
  }));
  return (
    <form noValidate onSubmit={form.submitTo(send)}>
      <TextField {...form.field('first')} label="First" />
      <TextField {...form.field('last')} label="Last" />
      <button type="button" onClick={() => form.fill({ first: 'Ada' })}>
        Fill in
      </button>
      <button type="submit">Send {form.values.first}</button>
    </form>
  );
}

function setUp() {
  const send = vi.fn(async () => undefined);
  render(<NameForm send={send} />);
  const first = screen.getByLabelText<HTMLInputElement>('First');
  return { send, first, submit: () => user.click(screen.getByRole('button', { name: /^Send/ })) };
}

it('all fields right: sends them as typed', async () => {
  const { send, first, submit } = setUp();
  await user.type(first, 'Ada');
  await submit();
  expect(send).toHaveBeenCalledExactlyOnceWith({ first: 'Ada', last: 'Lovelace' });
});

it('field wrong: sends nothing, gives it the focus, and says so until it is right', async () => {
  const { send, first, submit } = setUp();
  expect(screen.queryByText('Missing.')).toBeNull();
  await submit();
  expect(screen.getAllByText('Missing.')).toHaveLength(1);
  expect(document.activeElement).toBe(first);
  await user.type(first, 'A');
  expect(screen.queryByText('Missing.')).toBeNull();
  expect(send).not.toHaveBeenCalled();
});

it('field filled in by a password manager without an event: sends its text', async () => {
  const { send, first, submit } = setUp();
  first.value = 'Ada';
  await submit();
  expect(send).toHaveBeenCalledExactlyOnceWith({ first: 'Ada', last: 'Lovelace' });
});

it('field filled in by the page: shows the text and sends it', async () => {
  const { send, first, submit } = setUp();
  await user.click(screen.getByRole('button', { name: 'Fill in' }));
  expect(first.value).toBe('Ada');
  expect(screen.getByRole('button', { name: 'Send Ada' })).toBeTruthy();
  await submit();
  expect(send).toHaveBeenCalledExactlyOnceWith({ first: 'Ada', last: 'Lovelace' });
});
