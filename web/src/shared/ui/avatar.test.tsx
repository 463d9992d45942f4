import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar } from './avatar.tsx';

const show = (pictureUrl: string) =>
  render(<Avatar name="Ada Lovelace" pictureUrl={pictureUrl} />).container.querySelector('img');

it.each([`${window.location.origin}/avatars/abc`, '/avatars/abc'])(
  'shows a picture of our own origin: %s',
  (pictureUrl) => {
    expect(show(pictureUrl)?.src).toBe(`${window.location.origin}/avatars/abc`);
  },
);

it.each([
  'https://pictures.example/ada.png',
  '//pictures.example/ada.png',
  'data:image/png;base64,AAAA',
  'https://',
])('shows the first letter if the picture is somebody else’s: %s', (pictureUrl) => {
  expect(show(pictureUrl)).toBeNull();
  expect(screen.getByText('A')).toBeDefined();
});

it('shows the first letter if the picture does not load', () => {
  const picture = show('/avatars/gone') ?? expect.fail();
  fireEvent.error(picture);
  expect(screen.getByText('A')).toBeDefined();
});

it.each([
  ['Ada Lovelace', 'A'],
  ['hubert blaine wolfeschlegelstein', 'H'],
  [' ñusta', 'Ñ'],
  ['ßeta', 'S'],
  ['👩‍🚀 Sally', '👩'],
  ['Grace', 'G'],
  ['陈嘉怡', '陈'],
  ['欧阳 明远', '欧'],
  ['', '?'],
])('shows for the name “%s”: %s', (name, letter) => {
  render(<Avatar name={name} />);
  expect(screen.getByText(letter)).toBeDefined();
});
