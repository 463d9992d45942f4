/** Keeps a date or a time, which is read as one word, on one line. */
export const inOneLine = (text: string) => text.replaceAll(' ', '\u00a0');
