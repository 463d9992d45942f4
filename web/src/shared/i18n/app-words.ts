import type { BuiltInLanguage, RegisteredKey, RegisteredMember } from '@hearth/contract';

/** Words of the product on Hearth; its screens find them below `app.`. */
export interface AppWords {
  /** A sentence for each refusal. */
  readonly refusals: Readonly<Record<RegisteredKey<'refusals'>, string>>;
  /** A sentence for each action, with `{{actor}}` and the recorded values. */
  readonly activity: Readonly<Record<RegisteredMember<'activity'>, string>>;
}

export type LoadAppWords = Readonly<Record<BuiltInLanguage, () => Promise<AppWords>>>;

/** Words of any product; `app/` checks the types of its own in its definition of the web. */
export type LoadAnyWords = Readonly<
  Record<BuiltInLanguage, () => Promise<{ readonly refusals: object; readonly activity: object }>>
>;

/** Puts the product's words beside Hearth's, in which screens look them up: refusals and actions. */
export async function readAppWords(load: LoadAnyWords, language: BuiltInLanguage): Promise<object> {
  const loaded = await load[language]();
  const words =
    language === 'zh'
      ? { ...loaded, ...(await import('./locales/zh/public.ts')).withOnes(loaded) }
      : loaded;
  return placeAppWords(words);
}

export function placeAppWords(words: Awaited<ReturnType<LoadAnyWords['en']>>): object {
  return {
    app: words,
    errors: { refusals: words.refusals },
    activity: { sentences: words.activity },
  };
}
