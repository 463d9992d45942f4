/** Stands at both ends of a value in a Chinese sentence, until the sentence is complete. */
const edge = '\ue000';

const gaps = / *(?:\ue000 *)+/g;
const han = /\p{Script=Han}/u;
/** A letter or digit that is not Chinese, also of full-width ones. */
const word = /[\p{L}\p{N}]/u;
/** Chinese marks have their space in themselves. */
const chineseMark = /[\u3000-\u303f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/u;

/** A value for a Chinese sentence, which `closeEdges` sets apart from its neighbors or joins to them. */
export function markEdges(value: string): string {
  return value && edge + value + edge;
}

/** One space between a Chinese letter and any other letter or digit at the edges of values, and none between two Chinese ones. Spaces within a value stay. */
export function closeEdges(sentence: string): string {
  return sentence.replace(gaps, (gap: string, at: number) => {
    const before = lastSeen(sentence.slice(0, at));
    const after = firstSeen(sentence.slice(at + gap.length));
    const kinds = [before, after].map(toKind);
    if (kinds.includes('none') || kinds.every((kind) => kind === 'han')) {
      return '';
    }
    const isSetApart = kinds.includes('han') && kinds.includes('word');
    return isSetApart || gap.includes(' ') ? ' ' : '';
  });
}

function toKind(letter: string | undefined): 'han' | 'word' | 'none' | 'other' {
  if (letter === undefined || chineseMark.test(letter)) {
    return 'none';
  }
  if (han.test(letter)) {
    return 'han';
  }
  return word.test(letter) ? 'word' : 'other';
}

/** Isolates and marks around a name show nothing. */
const firstSeen = (text: string) => /^[\p{Cc}\u2066-\u2069]*([\s\S])/u.exec(text)?.[1];
const lastSeen = (text: string) => /([\s\S])[\p{Cc}\u2066-\u2069]*$/u.exec(text)?.[1];
