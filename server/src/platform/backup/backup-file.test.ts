import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withDraft } from './backup-file.ts';

describe('a file that is written as a draft', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hearth-draft-'));
    file = join(folder, 'backup.tar.gz');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = (text: string) => (draft: string) => writeFile(draft, text, { flag: 'wx' });

  it('finished: has its name, and leaves no partial file', async () => {
    await withDraft(file, async (draft) => {
      await write('whole')(draft);
      expect(await readdir(folder)).toEqual([expect.stringMatching(/^\..*\.hearth-partial$/)]);
    });
    expect(await readdir(folder)).toEqual(['backup.tar.gz']);
    expect(await readFile(file, 'utf8')).toBe('whole');
  });

  it('overwrites none that came meanwhile, and leaves nothing behind', async () => {
    const taking = withDraft(file, async (draft) => {
      await write('mine')(draft);
      await writeFile(file, 'that of another');
    });
    await expect(taking).rejects.toThrow('already exists. Choose another name');
    expect(await readdir(folder)).toEqual(['backup.tar.gz']);
    expect(await readFile(file, 'utf8')).toBe('that of another');
  });

  it('survives another draft of the same name that fails', async () => {
    await withDraft(file, async (draft) => {
      await write('whole')(draft);
      const other = withDraft(file, async (second) => {
        await write('half')(second);
        throw new Error('The power is gone.');
      });
      await expect(other).rejects.toThrow('The power is gone.');
    });
    expect(await readFile(file, 'utf8')).toBe('whole');
  });
});
