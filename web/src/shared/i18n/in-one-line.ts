/** Keeps a date or a time, which is read as one word, on one line. Browsers write narrow spaces or plain ones. */
export const inOneLine = (text: string) => text.replace(/[ \u202f]/g, '\u00a0');
