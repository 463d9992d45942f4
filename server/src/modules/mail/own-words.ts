import { type Language, type OwnWords, sayOwnWords } from '@hearth/contract';
import { mapTexts } from './map-texts.ts';

interface Saying {
  readonly language: Language;
  readonly ownWords: OwnWords;
}

/** Private use, so that nobody types it; another one than that of `markEdges`. */
const mark = '\uE001';

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
