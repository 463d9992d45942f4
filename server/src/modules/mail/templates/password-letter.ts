import type { Letter, Named, TemplateSetting } from './template.ts';
import { type UndoWords, undoLetter } from './undo-letter.tsx';

/** About a password that was changed or removed: the link leads to a new one. */
export const passwordLetter = (
  { name }: Named,
  words: UndoWords,
  setting: TemplateSetting,
): Letter => undoLetter({ name, link: `${setting.publicUrl}/reset-password` }, words, setting);
