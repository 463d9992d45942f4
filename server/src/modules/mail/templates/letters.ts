import { type Block, type Leading, type Named, type Row, template } from './template.ts';

const paragraph = (text: string): Block => ({ is: 'paragraph', text });
const table = (rows: readonly Row[]): Block[] => (rows.length > 0 ? [{ is: 'rows', rows }] : []);

/** A letter that offers a step: why it came, the link, and what else there is to do. */
export const linkLetter = template<Leading>()(
  ['subject', 'heading', 'why', 'link', 'button', 'otherwise'],
  ({ link }, { words, rows }) => ({
    links: [link],
    blocks: [
      paragraph(words.why),
      ...table(rows),
      paragraph(words.link),
      { is: 'button', link, button: words.button },
      paragraph(words.otherwise),
    ],
  }),
);

/** A letter without a link, about something that has ended. */
export const closingLetter = template<Named>()(
  ['subject', 'heading', 'why', 'otherwise'],
  (_content, { words, rows }) => ({
    links: [],
    blocks: [paragraph(words.why), ...table(rows), paragraph(words.otherwise)],
  }),
);

/** A letter about what its table says. */
export const factsLetter = template<Leading>()(
  ['subject', 'heading', 'why', 'button', 'otherwise'],
  ({ link }, { words, rows }) => ({
    links: [link],
    blocks: [
      paragraph(words.why),
      ...table(rows),
      { is: 'button', link, button: words.button },
      paragraph(words.otherwise),
    ],
  }),
);

interface Invoiced extends Leading {
  /** Page on which the invoice can be read and printed. */
  readonly invoiceLink: string | null;
}

/** The invoice first, and the billing page for all others. */
export const receiptLetter = template<Invoiced>()(
  ['subject', 'heading', 'why', 'button', 'more'],
  ({ link, invoiceLink }, { words, rows }) => ({
    links: invoiceLink === null ? [link] : [invoiceLink, link],
    blocks: [
      paragraph(words.why),
      ...table(rows),
      { is: 'button', link: invoiceLink ?? link, button: words.button },
      ...(invoiceLink === null ? [] : [paragraph(words.more), { is: 'link', link } as const]),
    ],
  }),
);

interface Permissions extends Leading {
  readonly permissions: readonly string[];
}

export const permissionsLetter = template<Permissions>()(
  ['subject', 'heading', 'why', 'now', 'button', 'otherwise'],
  ({ link, permissions }, { words }) => ({
    links: [link],
    blocks: [
      paragraph(words.why),
      paragraph(words.now),
      { is: 'list', items: permissions },
      { is: 'button', link, button: words.button },
      paragraph(words.otherwise),
    ],
  }),
);

/** A letter with a link to sign in, and a code for a reader whose browser is on another device. */
export const signInLetter = template<Leading & { readonly code?: string }>()(
  ['subject', 'heading', 'why', 'link', 'button', 'codeFor', 'otherwise'],
  ({ link, code }, { words }) => ({
    links: [link],
    blocks: [
      paragraph(words.why),
      paragraph(words.link),
      { is: 'button', link, button: words.button },
      ...(code === undefined ? [] : [paragraph(words.codeFor), { is: 'code', code } as const]),
      paragraph(words.otherwise),
    ],
  }),
);

const undoParts = ['subject', 'heading', 'why', 'fine', 'link', 'button', 'otherwise'] as const;

/** A letter about what has happened: nothing to do, unless it was somebody else. */
export const undoLetter = template<Leading>()(undoParts, ({ link }, { words }) => ({
  links: [link],
  blocks: [
    paragraph(words.why),
    paragraph(words.fine),
    { is: 'paragraph', text: words.otherwise, isStrong: true },
    paragraph(words.link),
    { is: 'button', link, button: words.button },
  ],
}));

/** About a password that was changed or removed: the link leads to a new one. */
export const passwordLetter = template<Named>()(undoParts, (content, written) =>
  undoLetter.write({ ...content, link: `${written.publicUrl}/reset-password` }, written),
);
