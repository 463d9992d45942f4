/** Class names of the eight hues, whole: Tailwind finds them by their text. */
const hues = ['hue-1', 'hue-2', 'hue-3', 'hue-4', 'hue-5', 'hue-6', 'hue-7', 'hue-8'] as const;

/** Hue of a person or a project, which stays while names change. */
export function hueOf(id: string): (typeof hues)[number] {
  let sum = 0;
  for (const letter of id) {
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 2_147_483_647;
  }
  return hues[sum % hues.length] ?? 'hue-1';
}

/** First letter of a name, as people and projects are marked; `ß` is two letters in capitals. */
export function firstLetter(name: string): string {
  const [first = '?'] = name.trim();
  return [...first.toUpperCase()][0] ?? first;
}
