import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { root, runCommand } from './run-command.mjs';

/** A tool that only says yes or no is one check. */
export async function countProgram(command, args) {
  const { code, output } = await runCommand(command, args);
  return code === 0 ? { passed: 1 } : { failed: 1, output };
}

export async function countVitest(args, env) {
  const run = await runForFile((file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    return ['vitest', ['run', ...reporters, ...args], env];
  });
  const files = run.json?.testResults ?? [];
  // A file that cannot even be loaded has no tests to count.
  const brokenFiles = files.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const skipped = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => !['passed', 'failed'].includes(status))
      .map(({ fullName }) => `${relative(root, name)}: ${fullName}`),
  );
  return judge(run, {
    passed: run.json?.numPassedTests ?? 0,
    failed: (run.json?.numFailedTests ?? 0) + brokenFiles.length,
    skipped,
  });
}

/** The faults print a report of their own beside their results. */
export const countFaults = (env) =>
  countVitest(['--config', 'server/vitest.faults.config.ts'], env);

export async function countPlaywright(env, config = 'e2e/playwright.config.ts') {
  const run = await runForFile((file) => {
    const args = ['test', '--config', config, '--reporter=dot,json'];
    return ['playwright', args, { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }];
  });
  const stats = run.json?.stats;
  const pages = await readShownPages(run.json?.suites ?? []);
  const output = [run.output, ...pages].join('\n');
  return judge(
    { ...run, output },
    {
      passed: stats?.expected ?? 0,
      // A journey that needed a second try is not one to rely on.
      failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
      skipped: (run.json?.suites ?? []).flatMap(listSkippedJourneys),
    },
  );
}

const mostLines = 100;

/** Reads what the page of each failed journey showed. A machine that keeps only the output has no other witness. */
async function readShownPages(suites) {
  const failed = suites.flatMap(listSpecs).filter(({ ok }) => !ok);
  const results = failed.flatMap(({ title, tests }) =>
    tests.flatMap((test) => test.results.map((result) => ({ title, ...result }))),
  );
  const files = results.flatMap(({ title, attachments }) =>
    attachments
      .filter(({ name, path }) => name === 'error-context' && path)
      .map(({ path }) => ({ title, path })),
  );
  return await Promise.all(
    files.map(async ({ title, path }) => {
      const shown = /```yaml\n(.*?)```/s.exec(await readFile(path, 'utf8'))?.[1] ?? '';
      const lines = shown.slice(Math.max(0, shown.indexOf('- main:'))).split('\n');
      return [`The page of "${title}":`, ...lines.slice(0, mostLines)].join('\n');
    }),
  );
}

const listSpecs = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(listSpecs)];

function listSkippedJourneys(suite) {
  const skipped = listSpecs(suite).filter(({ tests }) =>
    tests.some(({ status }) => status === 'skipped'),
  );
  return skipped.map(({ file, title }) => `${file}: ${title}`);
}

/** Each run has a file of its own: a test of these functions runs inside of such a run. */
async function runForFile(toCommand) {
  await mkdir(join(root, '.cache'), { recursive: true });
  const folder = await mkdtemp(join(root, '.cache/results-'));
  try {
    const file = join(folder, 'results.json');
    const [command, args, env] = toCommand(file);
    const ours = { NO_COLOR: '1', FORCE_COLOR: '0', ...env };
    const run = await runCommand(command, args, { env: ours });
    return { ...run, json: parse(await readFile(file, 'utf8').catch(() => '')) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** No result, no test, a test that has not run, or a runner that is unhappy for another reason is a failure too. */
function judge({ code, output, json }, { passed, failed, skipped }) {
  const isSilent = json === undefined || passed + failed + skipped.length === 0;
  const isUnhappy = code !== 0 && failed === 0;
  const words = [
    output,
    ...(isSilent ? ['No test has run.'] : []),
    ...(skipped.length > 0 ? ['These tests have not run:', ...skipped] : []),
  ];
  return {
    passed,
    failed: failed + skipped.length + (isSilent || isUnhappy ? 1 : 0),
    output: words.join('\n'),
  };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
