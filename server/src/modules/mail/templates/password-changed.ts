import type { Template } from './template.ts';
import { undoLetter } from './undo-letter.tsx';

export const passwordChanged: Template<'password-changed'> = ({ name }, words, setting) =>
  undoLetter({ name, link: `${setting.publicUrl}/reset-password` }, words, setting);
