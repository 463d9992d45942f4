import { type Language, type OwnWords, sayOwnWords } from '@hearth/contract';

interface Saying {
  readonly language: Language;
  readonly ownWords: OwnWords;
}

/** Private use, so that nobody types it. */
const mark = '\uE000';

/** Writes words with the operator's own in place of ours. The values that are filled in stay as they are. */
export function writeOwnWords<About, Words>(
  about: About,
  write: (about: About) => Words,
  { language, ownWords }: Saying,
): Words {
  const hidden = mapTexts(about, (text) =>
    text.replace(/(p)(roject)|(项)(目)/gi, `$1$3${mark}$2$4`),
  );
  return mapTexts(write(hidden), (text) =>
    sayOwnWords(text, language, ownWords).replaceAll(mark, ''),
  );
}

/** Copy with each text changed. */
function mapTexts<Value>(value: Value, change: (text: string) => string): Value;
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return change(value);
  }
  if (Array.isArray(value)) {
    return value.map((one) => mapTexts(one, change));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]))
    : value;
}
