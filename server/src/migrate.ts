import { readConfigOfThisProcess } from './config/config.ts';
import { openPostgres } from './open-postgres.ts';
import { migrate } from './platform/migrations.ts';

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

const config = readConfigOfThisProcess();
const postgres = await openPostgres(config, say);
try {
  const applied = await migrate(postgres, config.folders.migrations);
  say(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.');
} finally {
  await postgres.close();
}
