import type { ContentOf, HearthKind, WordsOf } from '../kinds/index.ts';
import type { Phrases, Speech } from './phrases.ts';

/** Values that the texts of a kind may use. Any name may be empty, so each sentence must work without it. */
export type About<Kind extends HearthKind> = ContentOf<Kind> & {
  readonly productName: string;
  /** Email address for questions. */
  readonly support?: string | undefined;
};

/** Texts of kinds, such as those that `kinds/team.ts` defines; a kind without its texts does not compile. */
export type LetterWords<Kind extends HearthKind> = {
  readonly [Each in Kind]: (about: About<Each>, say: Speech) => WordsOf<Each>;
};

/** All texts of mails in one language. */
export interface MailWords {
  readonly phrases: Phrases;
  readonly letters: LetterWords<HearthKind>;
}
