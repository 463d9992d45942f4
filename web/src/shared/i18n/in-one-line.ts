/** What is read as one word, such as a date, stays on one line. */
export const inOneLine = (text: string) => text.replaceAll(' ', '\u00a0');
