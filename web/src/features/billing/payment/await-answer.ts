import { isPassing } from '../../../shared/api/is-passing.ts';

const everyMs = 1000;
const mostReads = 15;

/**
 * Reads until the answer is as awaited: the server hears of a payment a moment after the browser does.
 * False where it has not come to be within 15 seconds.
 */
export async function awaitAnswer<Answer>(
  read: () => Promise<Answer>,
  isThere: (answer: Answer) => boolean,
): Promise<boolean> {
  for (let reads = 1; reads <= mostReads; reads += 1) {
    const answer = await unlessPassing(read);
    if (answer !== undefined && isThere(answer)) {
      return true;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return false;
}

/** The money has moved by now, so a read that fails for a moment must not look like a payment that failed. */
async function unlessPassing<Answer>(read: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await read();
  } catch (error) {
    if (isPassing(error)) {
      return undefined;
    }
    throw error;
  }
}
