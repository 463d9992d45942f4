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

  it.each(decisions)('%s begins with its number, date and status', (file) => {
    const [title, , status] = readFileSync(join(root, file), 'utf8').split('\n');
    expect(title).toMatch(new RegExp(`^# ${/\d{3}/.exec(file)}: \\S`));
    expect(status).toMatch(/^\d{4}-\d\d-\d\d · (accepted|replaced by \[)/);
  });
});

/** A path is checked up to its first placeholder: `<name>`, `*`, `NNNN` or `…`. */
function isThere(path) {
  const [known] = path.split(/[^/]*(?:<|\*|NNNN|…)/);
  return existsSync(join(root, known));
}
