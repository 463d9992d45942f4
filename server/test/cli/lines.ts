import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { runLine } from '../../src/cli/run-line.ts';
import { readConfig } from '../../src/config/config.ts';

const program = join(import.meta.dirname, '../../dist/cli/main.js');

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Starts the program, which takes a second of its own. */
export function startHearth(line: readonly string[], env: Environment): Promise<Outcome> {
  return new Promise((resolve) => {
    const ours = { PATH: process.env.PATH, HEARTH_APP: 'off', HEARTH_ENV_FILE: 'none' };
    const options = { env: { ...ours, ...env } };
    execFile(process.execPath, [program, ...line], options, (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

/** Runs the line in this process; the program does no more than print what comes of it. */
export async function runHearth(line: readonly string[], env: Environment): Promise<Outcome> {
  try {
    const { text, exitCode } = await runLine(line, () => readConfig(env));
    return { code: exitCode, out: `${text}\n`, err: '' };
  } catch (error) {
    return { code: 1, out: '', err: `${(error as Error).message}\n` };
  }
}
