import { loadSlot } from './app-slot.ts';
import { readConfigOfThisProcess } from './config/config.ts';
import { explainFailure } from './explain-failure.ts';
import { runLine } from './operator-line.ts';

try {
  const { slot, ...app } = await loadSlot();
  const read = (reading = {}) => readConfigOfThisProcess({ ...reading, ...app });
  const { text, exitCode } = await runLine(process.argv.slice(2), read, slot);
  process.stdout.write(`${text}\n`);
  process.exit(exitCode);
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
}
