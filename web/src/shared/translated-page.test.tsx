import { render } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { keepReactWhereTranslated } from './translated-page.ts';

const { removeChild, insertBefore } = Node.prototype;

beforeAll(() => {
  keepReactWhereTranslated();
  return () => Object.assign(Node.prototype, { removeChild, insertBefore });
});

/** Ways of translators: a text is replaced, taken out after its translation was put in, or moved into it. */
const ways = {
  replaced(text: Text, font: Element) {
    text.parentNode?.replaceChild(font, text);
  },
  'taken out'(text: Text, font: Element) {
    text.before(font);
    text.remove();
  },
  'moved into its translation'(text: Text, font: Element) {
    text.before(font);
    text.data = text.data.toUpperCase();
    font.firstChild?.replaceWith(text);
  },
};

async function translate(root: Element, put: (text: Text, font: Element) => void) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) {
    texts.push(walker.currentNode as Text);
  }
  for (const text of texts) {
    if (text.parentElement?.nodeName !== 'FONT') {
      const font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstElementChild?.append(text.data.toUpperCase());
      put(text, font);
    }
  }
  await Promise.resolve();
}

interface LineProps {
  readonly count: number;
  readonly isLate?: boolean;
  readonly isNew?: boolean;
}

const Line = ({ count, isLate = false, isNew = false }: LineProps) => (
  <p>
    {isNew && <b>new </b>}
    there are {count} of them{isLate && ', too late'}
    {!isLate && <i>!</i>}
  </p>
);

describe.each(Object.entries(ways))('a text that is %s', (_way, put) => {
  it.each<[string, LineProps, LineProps, string]>([
    ['changes', { count: 1 }, { count: 2 }, 'there are 2 of them!'],
    ['is removed', { count: 1, isLate: true }, { count: 1 }, 'there are 1 of them!'],
    ['is added', { count: 1 }, { count: 1, isLate: true }, 'there are 1 of them, too late'],
    ['gets a neighbour', { count: 1 }, { count: 1, isNew: true }, 'new there are 1 of them!'],
  ])('%s', async (_name, before, after, read) => {
    const { container, rerender } = render(<Line {...before} />);
    await translate(container, put);
    expect(container.textContent).toMatch(/^THERE ARE 1 OF THEM/);
    rerender(<Line {...after} />);
    expect(container.textContent?.toLowerCase()).toBe(read);
    // Once more, and back again.
    await translate(container, put);
    rerender(<Line {...before} />);
    await translate(container, put);
    rerender(<Line {...after} />);
    expect(container.textContent?.toLowerCase()).toBe(read);
  });
});
