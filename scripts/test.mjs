import { build, isBuilt } from './build.mjs';
import { countFaults, countPlaywright, countProgram, countVitest } from './count-results.mjs';
import { findBrowser } from './find-browser.mjs';
import { holdLock } from './hold-lock.mjs';
import { installPostgres14 } from './install-postgres-14.mjs';
import { prepare } from './prepare.mjs';

const isLong = process.argv.includes('--long');
const isFull = process.argv.includes('--full');
/** The collector's default is for machines with little memory; with this one it runs a fifth as often. */
const NODE_OPTIONS = [process.env.NODE_OPTIONS, '--max-semi-space-size=64']
  .filter(Boolean)
  .join(' ');

await prepare({ withBuild: false });

const total = { passed: 0, failed: 0 };
await runStage('Build', buildOnce);
const [unitTests, ...laterTests] = [...tests(), ...longTests()];
// Tests wait often enough that the checks cost them little.
await Promise.all([...checks(), unitTests].map(([name, run]) => runStage(name, run)));
for (const [name, run] of laterTests) {
  await runStage(name, run);
}

console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;

function checks() {
  return [
    ['Types', () => countProgram('tsc', ['-b'])],
    ['Lint', () => countProgram('biome', ['check', '.'])],
    ['Unused', () => countProgram('knip', [])],
  ];
}

async function runStage(name, run) {
  const startedAt = Date.now();
  const result = await run().catch((error) => ({ failed: 1, output: error.message }));
  report(name, result, (Date.now() - startedAt) / 1000);
}

async function buildOnce() {
  await holdLock(async () => (await isBuilt()) || build());
  return { passed: 1 };
}

function tests() {
  // In the long run the server named by TEST_DATABASE_URL has a stage of its own.
  const long = isLong ? { HEARTH_LONG: '1', TEST_DATABASE_URL: '' } : {};
  const size = { ...long, ...(isFull && { HEARTH_FULL: '1' }) };
  return [
    ['Tests', () => countVitest([], { ...size, NODE_OPTIONS })],
    ['Journeys', async () => countPlaywright({ ...size, HEARTH_CHROMIUM: await findBrowser() })],
  ];
}

function longTests() {
  if (!isLong) {
    return [];
  }
  // Only the meaning of a statement can differ there, and short sizes show that too.
  const server = ['--project', 'server'];
  const size = { HEARTH_FULL: '1', NODE_OPTIONS };
  const { TEST_DATABASE_URL } = process.env;
  const faults = ['Faults', () => countFaults({ TEST_DATABASE_URL: '', NODE_OPTIONS })];
  const onPostgres14 = async () => {
    const HEARTH_TEST_POSTGRES = await installPostgres14();
    return countVitest(server, { ...size, TEST_DATABASE_URL: '', HEARTH_TEST_POSTGRES });
  };
  if (!TEST_DATABASE_URL) {
    console.log('TEST_DATABASE_URL is not set: the tests do not run on a PostgreSQL of your own.');
    return [faults, ['Server tests on PostgreSQL 14', onPostgres14]];
  }
  return [
    faults,
    ['Server tests on PostgreSQL 14', onPostgres14],
    ['Server tests on TEST_DATABASE_URL', () => countVitest(server, size)],
  ];
}

function report(name, { passed = 0, failed = 0, output = '' }, seconds) {
  total.passed += passed;
  total.failed += failed;
  const counts = `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}`;
  console.log(`${name.padEnd(12)} ${counts} (${seconds.toFixed(1)} s)`);
  if (failed > 0) {
    console.log(output.trim());
  }
}
