import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeAppParts } from './describe-app-parts.mjs';
import { root } from './run-command.mjs';

await writeFile(join(root, 'docs/app-parts.md'), await describeAppParts(root));
console.log('Wrote docs/app-parts.md.');
