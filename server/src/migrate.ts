import { explainFailure } from './boot/explain-failure.ts';
import { loadApp } from './boot/load-app.ts';
import { openPostgres } from './boot/open-postgres.ts';
import { readConfigOfThisProcess } from './config/config.ts';
import { migrate } from './platform/migrations.ts';

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

try {
  const { appServer: _, ...reading } = await loadApp();
  const config = readConfigOfThisProcess(reading);
  const postgres = await openPostgres(config, say);
  try {
    const { migrations, appMigrations } = config.folders;
    const applied = await migrate(postgres, migrations, appMigrations);
    say(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
  } finally {
    await postgres.close();
  }
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
}
