import * as z from 'zod/mini';
import type { Language } from './fields.ts';

const noun = z
  .string()
  .check(
    z.regex(/^[^\s{}<>"]([^{}<>"]{0,28}[^\s{}<>"])?$/, 'must be a word of at most 30 letters.'),
  );

/** The operator's own words for things that all texts speak of. */
export const ownWords = z.strictObject({
  /** Name of a subscription, which is "project" if this is left out. */
  project: z.strictObject({
    en: z.strictObject({
      /** Such as `workspace`. */
      one: noun,
      /** Such as `workspaces`. */
      other: noun,
      /** Before the singular; follows from its first letter if it is left out. */
      article: z.optional(z.enum(['a', 'an'])),
    }),
    /** Such as `工作区`. */
    zh: noun,
  }),
});

export type OwnWords = z.infer<typeof ownWords>;

/** Writes the operator's word for "project" into a text of ours. Text in double braces stays. */
export function sayOwnWords(text: string, language: Language, { project }: OwnWords): string {
  return language === 'zh' ? sayChinese(text, project.zh) : sayEnglish(text, project.en);
}

function sayEnglish(text: string, { one, other, article }: OwnWords['project']['en']): string {
  const an = article ?? (/^(?!uni|use|eu|one)[aeiou]/i.test(one) ? 'an' : 'a');
  return text.replace(
    /\{\{[^}]*\}\}|\b(?:(a) )?(project)(s?)\b/gi,
    (found, a: string | undefined, word: string | undefined, plural: string) => {
      if (!word) {
        return found;
      }
      const said = withCaseOf(word, plural ? other : one);
      return a ? `${withCaseOf(a, an)} ${said}` : said;
    },
  );
}

function withCaseOf(model: string, word: string): string {
  return /^[A-Z]/.test(model) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

/** Latin letters are set apart from Chinese ones by a space. */
function sayChinese(text: string, word: string): string {
  const isHan = (letter: string | undefined) => /\p{Script=Han}/u.test(letter ?? '');
  return text.replace(/\{\{[^}]*\}\}|项目/g, (found, at: number) => {
    if (found !== '项目') {
      return found;
    }
    const before = isHan(text[at - 1]) && !isHan(word[0]) ? ' ' : '';
    const after = isHan(text[at + 2]) && !isHan(word.at(-1)) ? ' ' : '';
    return before + word + after;
  });
}
