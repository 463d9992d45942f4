import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeKit } from './describe-kit.mjs';
import { root } from './run-command.mjs';

await writeFile(join(root, 'docs/kit.md'), await describeKit(root));
console.log('Wrote docs/kit.md.');
