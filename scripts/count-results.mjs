import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root, runCommand } from './run-command.mjs';

/** A tool that only says yes or no is one check. */
export async function countProgram(command, args) {
  const { code, output } = await runCommand(command, args);
  return code === 0 ? { passed: 1 } : { failed: 1, output };
}

export async function countVitest(args, env) {
  const file = join(root, '.cache/vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const run = await runForFile(file, ['vitest', ['run', ...reporters, ...args]], env);
  const { json } = run;
  // A file that cannot even be loaded has no tests to count.
  const brokenFiles = (json?.testResults ?? []).filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return judge(run, {
    passed: json?.numPassedTests ?? 0,
    failed: (json?.numFailedTests ?? 0) + brokenFiles.length,
    skipped: (json?.numPendingTests ?? 0) + (json?.numTodoTests ?? 0),
  });
}

/** The faults print a report of their own beside their results. */
export const countFaults = (env) =>
  countVitest(['--config', 'server/vitest.faults.config.ts'], env);

export async function countPlaywright(env) {
  const file = join(root, '.cache/playwright.json');
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=dot,json'];
  const withFile = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const run = await runForFile(file, ['playwright', args], withFile);
  const stats = run.json?.stats;
  return judge(run, {
    passed: stats?.expected ?? 0,
    // A journey that needed a second try is not one to rely on.
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
    skipped: stats?.skipped ?? 0,
  });
}

async function runForFile(file, [command, args], env) {
  await mkdir(dirname(file), { recursive: true });
  await rm(file, { force: true });
  const run = await runCommand(command, args, { env: { NO_COLOR: '1', FORCE_COLOR: '0', ...env } });
  return { ...run, json: parse(await readFile(file, 'utf8').catch(() => '')) };
}

/** No result, no test, or a runner that is unhappy for another reason is a failure too. */
function judge({ code, output, json }, counts) {
  const isSilent = json === undefined || counts.passed + counts.failed === 0;
  const isUnhappy = code !== 0 && counts.failed === 0;
  const words = isSilent ? `${output}\nNo test has run.` : output;
  return { ...counts, failed: counts.failed + (isSilent || isUnhappy ? 1 : 0), output: words };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
