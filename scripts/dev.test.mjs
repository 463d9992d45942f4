import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readPort } from './dev-port.mjs';

it('npm run dev: takes PORT from the shell, else from .env', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-dev-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(readPort(folder, {})).toBe('3000');
  writeFileSync(join(folder, '.env'), 'PORT=3100\n');
  expect(readPort(folder, {})).toBe('3100');
  expect(readPort(folder, { PORT: '3200' })).toBe('3200');
});

it('the page of npm run dev: finds the server at PORT', async () => {
  vi.stubEnv('PORT', '3300');
  onTestFinished(() => vi.unstubAllEnvs());
  const { default: config } = await import('../web/vite.config.ts');
  expect(config.server.proxy['/v1'].target).toBe('http://localhost:3300');
});
