import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const decisions = readdirSync(join(root, 'docs/decisions')).map((name) => `docs/decisions/${name}`);
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'].concat(
  [
    'api.md',
    'architecture.md',
    'backup.md',
    'billing.md',
    'building.md',
    'deploying.md',
    'design-language.md',
    'glossary.md',
    'hosted-sign-in.md',
    'app-parts.md',
    'operating.md',
    'runbook.md',
    'settings.md',
    'stripe-assumptions.md',
    'stripe-emulator.md',
    'upgrading.md',
  ].map((name) => `docs/${name}`),
  decisions,
);

describe('documentation', () => {
  it.each(pages)('%s links to files that are there', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, target]) => target);
    const local = links.filter((target) => !/^[a-z]+:/.test(target));
    const missing = local.filter((target) => !existsSync(join(root, dirname(page), target)));
    expect(missing).toEqual([]);
  });

  it.each(pages)('%s names paths and commands that are there', (page) => {
    const text = readFileSync(join(root, page), 'utf8');
    const named = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code);
    const paths = named.filter(
      (code) =>
        /^(contract|deploy|examples|sdk|server|stripe-emulator|web|e2e|config|docs|scripts)\/\S*$/.test(
          code,
        ) &&
        // Refusals have a slash, too.
        !/^server\/(busy|internal|stopping|unavailable)$/.test(code),
    );
    const missing = paths.filter((path) => !isThere(path));
    const commands = [...text.matchAll(/npm run ([a-z:0-9-]+)/g)].map(([, name]) => name);
    const unknown = commands.filter((name) => !(name in manifest.scripts));
    expect([...missing, ...unknown]).toEqual([]);
  });

  it('shows founders code of files that are tested', () => {
    const text = readFileSync(join(root, 'docs/building.md'), 'utf8');
    const blocks = [...text.matchAll(/^(.*)\n\n```(?!sh)\w+\n([\s\S]*?)^```$/gm)];
    expect(blocks.length).toBe(text.match(/^```(?!sh)\w+$/gm)?.length);
    const others = blocks.filter(([, before, code]) => {
      const file = [...before.matchAll(/`(examples\/\S+)`/g)].at(-1)?.[1];
      return !file || !readFileSync(join(root, file), 'utf8').includes(`\n${code}`);
    });
    expect(others.map(([block]) => block)).toEqual([]);
  });

  it('lists the folders and the files of billing, and each kind of intent', () => {
    const billing = join(root, 'server/src/modules/billing');
    const text = readFileSync(join(root, 'docs/billing.md'), 'utf8');
    const kinds = readFileSync(join(billing, 'changes/kinds.ts'), 'utf8');
    const [, record] = /export const kinds: Kinds = \{([^}]*)\}/.exec(kinds);
    const named = [...record.matchAll(/^ +'?([\w-]+)'?[:,]/gm)].map(([, kind]) => kind);
    expect(listCells(text, '| Kind |').sort()).toEqual(named.sort());

    const folders = readdirSync(billing, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${name}/`);
    const layers = listCells(text, '| Layer |', 1).map((path) => path.replace('stripe/', ''));
    expect(layers.sort()).toEqual(folders.sort());

    const files = [...text.matchAll(/`([a-z]+\/[\w./-]+\.ts)`/g)].map(([, file]) => file);
    const own = files.filter((file) => folders.includes(`${file.split('/')[0]}/`));
    expect(own.filter((file) => !existsSync(join(billing, file)))).toEqual([]);
  });

  it.each(decisions)('%s begins with its number, date and status', (file) => {
    const [title, , status] = readFileSync(join(root, file), 'utf8').split('\n');
    expect(title).toMatch(new RegExp(`^# ${/\d{3}/.exec(file)}: \\S`));
    expect(status).toMatch(/^\d{4}-\d\d-\d\d · (accepted|replaced by \[)/);
  });
});

/** Lists the code in a column of a table's rows, the first by default. */
function listCells(text, header, column = 0) {
  const table = text.slice(text.indexOf(`\n${header}`) + 1).split('\n\n')[0];
  const rows = table.split('\n').slice(2);
  return rows.flatMap((row) =>
    [...(row.split('|')[column + 1] ?? '').matchAll(/`([^`]+)`/g)].map(([, code]) => code),
  );
}

/** A path is checked up to its first placeholder: `<name>`, `*`, `NNNN` or `…`. */
function isThere(path) {
  const [known] = path.split(/[^/]*(?:<|\*|NNNN|…)/);
  return existsSync(join(root, known));
}
