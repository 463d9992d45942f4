/** Stands in a sentence beside a value that begins or ends with a Chinese letter, until the sentence is complete. */
const edge = '\ue000';

const han = '[\\p{Script=Han}]';
const startsHan = new RegExp(`^${han}`, 'u');
const endsHan = new RegExp(`${han}$`, 'u');

/** A value for a Chinese sentence: the sentence has spaces around what is usually Latin, and none beside Chinese letters. */
export function markEdges(value: string): string {
  return `${startsHan.test(value) ? edge : ''}${value}${endsHan.test(value) ? edge : ''}`;
}

/** Closes the spaces at the edges, and leaves those within a value. */
export function closeEdges(sentence: string): string {
  return sentence.replace(/ ?\ue000 ?/g, '');
}

/** Words of a product may leave the sentence for one out. */
export function withOnes(words: object): object {
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, word]): [string, unknown][] => {
      const one = key.replace(/_other$/, '_one');
      const said = typeof word === 'object' && word !== null ? withOnes(word) : word;
      return one === key || one in words
        ? [[key, said]]
        : [
            [key, said],
            [one, said],
          ];
    }),
  );
}
