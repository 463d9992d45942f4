import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes an empty folder, and answers its path; it is removed at the end of the test that asked for it. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `hearth-${name}-`));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
