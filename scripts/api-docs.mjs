import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApiDocument } from '../contract/reference/api-document.mjs';
import { toMarkdown } from '../contract/reference/api-markdown.mjs';
import { toPage } from '../contract/reference/api-page.mjs';
import { toSettings } from '../contract/reference/settings-markdown.mjs';
import { root } from './run-command.mjs';

/** The server's copies belong to the build, with the calls of the product; docs/api.md and docs/settings.md are committed, and a test says when they are old. */
const built = join(root, 'server/dist/api');

const document = await createApiDocument({ app: join(root, 'app/contract') });
await mkdir(built, { recursive: true });
await writeFile(join(built, 'openapi.json'), JSON.stringify(document));
await writeFile(join(built, 'reference.html'), toPage(document));
if (!process.argv.includes('--built-only')) {
  await writeFile(join(root, 'docs/api.md'), toMarkdown(await createApiDocument()));
  await writeFile(join(root, 'docs/settings.md'), await toSettings());
  console.log('Wrote docs/api.md and docs/settings.md.');
}
