import type { UndoWords } from '../words/mail-words.ts';
import type { Letter, TemplateSetting } from './template.ts';
import { undoLetter } from './undo-letter.tsx';

/** About a password that was changed or removed: the link leads to a new one. */
export const aboutPassword = (
  { name }: { readonly name: string },
  words: UndoWords,
  setting: TemplateSetting,
): Letter => undoLetter({ name, link: `${setting.publicUrl}/reset-password` }, words, setting);
