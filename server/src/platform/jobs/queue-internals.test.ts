import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('names the private tables of the queue for the whole product', async () => {
  const root = join(import.meta.dirname, '../..');
  const files = await readdir(root, { recursive: true });
  const product = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const naming: string[] = [];
  for (const file of product) {
    if ((await readFile(join(root, file), 'utf8')).includes('graphile_worker._private_')) {
      naming.push(file);
    }
  }
  expect(naming).toEqual(['platform/jobs/queue-internals.ts']);
});
