import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../dist/platform/database.js';
import { migrate } from '../dist/platform/migrations.js';
import { callIdentity, root, temporaryFolder } from './product.mjs';

/** Changes of a large table as ours are written: a column, a constraint in two steps, an index. */
const changes = {
  '9991-column': `alter table accounts add column bench text;
    alter table accounts add constraint bench_short check (length(bench) < 100) not valid;`,
  '9992-constraint': 'alter table accounts validate constraint bench_short;',
  '9993-index.concurrent':
    'create index concurrently if not exists accounts_bench on accounts (created_at, bench);',
};

const beforeMs = 10_000;

/** Longest answers of reads and writes of one person, one after the other, before and during migrations of a filled product. */
export async function benchMigration({ origin, visitors: [{ idToken }] }, location) {
  const folder = await temporaryFolder();
  await cp(join(root, 'server/migrations'), folder.folder, { recursive: true });
  for (const [name, text] of Object.entries(changes)) {
    await writeFile(join(folder.folder, `${name}.sql`), text);
  }
  const database = openDatabase(location, () => undefined);
  const ask = async () => {
    await callIdentity(origin, '/v1/accounts:lookup', { idToken });
    await callIdentity(origin, '/v1/accounts:update', { idToken, displayName: 'Vera' });
  };
  try {
    const before = await longestUntil(ask, new Promise((end) => setTimeout(end, beforeMs)));
    const startedAt = performance.now();
    const migrated = migrate({ ...database, location }, folder.folder);
    const during = await longestUntil(ask, migrated);
    const applied = await migrated;
    return { applied: applied.length, ms: performance.now() - startedAt, before, during };
  } finally {
    await database.close();
    await folder.remove();
  }
}

/** Longest time of one round in ms. */
async function longestUntil(ask, end) {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  end.then(over, over);
  let longest = 0;
  while (!isOver) {
    const startedAt = performance.now();
    await ask();
    longest = Math.max(longest, performance.now() - startedAt);
  }
  return longest;
}
