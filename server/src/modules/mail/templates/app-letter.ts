import type { AppContent } from '../kinds/app.ts';
import type { Letter } from './template.ts';

/** A letter of the product on Hearth: its words in our frame. */
export function appLetter({ name, subject, paragraphs, action }: AppContent): Letter {
  const line = subject.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return {
    subject: line,
    heading: line,
    name,
    links: action ? [action.link] : [],
    blocks: [
      ...paragraphs.map((text) => ({ is: 'paragraph', text }) as const),
      ...(action ? [{ is: 'button', ...action } as const] : []),
    ],
  };
}
