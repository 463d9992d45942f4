import { afterEach, expect, it } from 'vitest';
import { repeatEarlyPresses } from './early-presses.ts';

const noted = globalThis as { presses?: readonly object[] };

afterEach(() => {
  delete noted.presses;
  document.body.replaceChildren();
});

function drawPage() {
  const page = document.createElement('div');
  page.innerHTML =
    '<a href="#a">A</a><button>B</button><select><option>x</option><option>y</option></select>';
  document.body.replaceChildren(page);
  const done: string[] = [];
  for (const type of ['click', 'change']) {
    page.addEventListener(type, ({ target }) => {
      done.push(`${type} ${(target as HTMLElement).localName}`);
    });
  }
  return { page, done, select: page.querySelector('select') };
}

const press = (type: string, place: number, more = {}) => ({
  type,
  place,
  timeStamp: performance.now(),
  ...more,
});

it('repeats presses and choices in their order, once, and leaves links to the browser', async () => {
  const { page, done, select } = drawPage();
  noted.presses = [
    press('click', 0),
    press('click', 1, { value: '' }),
    press('focusin', 2, { value: 'x' }),
    press('change', 2, { value: 'y' }),
  ];
  await repeatEarlyPresses(page);
  await repeatEarlyPresses(page);
  expect(done).toEqual(['click button', 'change select']);
  expect(select?.value).toBe('y');
  expect(document.activeElement).toBe(select);
});

it('repeats nothing that is old, nor what the page does not have', async () => {
  const { page, done } = drawPage();
  noted.presses = [press('click', 1, { timeStamp: performance.now() - 30_001 }), press('click', 7)];
  await repeatEarlyPresses(page);
  expect(done).toEqual([]);
});
