import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks for a line that a terminal does not show; from a pipe it reads the first line. */
export async function readSecret(question: string): Promise<string> {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const isTerminal = process.stdin.isTTY === true;
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: isTerminal });
  try {
    if (isTerminal) {
      process.stderr.write(question);
    }
    return await lines.question('');
  } finally {
    lines.close();
    if (isTerminal) {
      process.stderr.write('\n');
    }
  }
}
