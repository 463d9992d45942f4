import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const port = 3801;
const root = join(import.meta.dirname, '..');
// Workers load this file again: they must find the folder that the first one made.
process.env.HEARTH_E2E_DATA ??= mkdtempSync(join(tmpdir(), 'hearth-e2e-'));

const chromium = process.env.HEARTH_CHROMIUM;

export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/e2e-results',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  reporter: process.env.HEARTH_E2E_REPORT
    ? [['list'], ['json', { outputFile: process.env.HEARTH_E2E_REPORT }]]
    : 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-US',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  webServer: {
    command: `"${process.execPath}" "${join(root, 'server/dist/main.js')}"`,
    url: `http://127.0.0.1:${port}/readyz`,
    env: {
      HEARTH_MODE: 'local',
      PORT: String(port),
      DATA_DIR: process.env.HEARTH_E2E_DATA,
      RATE_LIMITS: 'off',
    },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
