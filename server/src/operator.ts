import { readConfigOfThisProcess } from './config/config.ts';
import { runLine } from './operator-line.ts';

try {
  const { text, exitCode } = await runLine(process.argv.slice(2), readConfigOfThisProcess);
  process.stdout.write(`${text}\n`);
  process.exit(exitCode);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
