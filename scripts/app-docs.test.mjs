import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeAppParts } from './describe-app-parts.mjs';
import { root } from './run-command.mjs';

describe('docs/app-parts.md', () => {
  let text;
  beforeAll(async () => {
    text = await describeAppParts(root);
  });

  it('describes the present parts; else run npm run app-docs', () => {
    expect(readFileSync(join(root, 'docs/app-parts.md'), 'utf8') === text).toBe(true);
  });

  it('says of each part in a sentence what it is', () => {
    const bare = [...text.matchAll(/^### (\w+)\n\n(?=[|`#])/gm)].map(([, name]) => name);
    expect(bare).toEqual([]);
  });

  it.each(['Table', 'Paging', 'Dialog', 'SelectField', 'TextArea', 'Menu', 'TextLink'])(
    'has %s',
    (name) => {
      expect(text).toContain(`### ${name}\n`);
    },
  );

  it('has the signature of hooks, and each property of a component', () => {
    expect(text).toContain('usePathParameter(name: PathParameter): string');
    expect(text).toContain('| `caption` | `string` | yes |');
  });
});
