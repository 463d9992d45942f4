import { explainFailure } from '../boot/explain-failure.ts';
import { loadApp } from '../boot/load-app.ts';
import { readConfigOfThisProcess } from '../config/config.ts';
import { runLine } from './run-line.ts';

try {
  const { appServer, ...app } = await loadApp();
  const read = (reading = {}) => readConfigOfThisProcess({ ...reading, ...app });
  const tell = (line: string) => process.stdout.write(`${line}\n`);
  const { text, exitCode } = await runLine(process.argv.slice(2), read, { appServer, tell });
  process.stdout.write(`${text}\n`);
  process.exit(exitCode);
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
}
