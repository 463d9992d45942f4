import { prepare } from './prepare.mjs';
import { spawnTool } from './run-command.mjs';

const { STRIPE_TEST_KEY = '' } = process.env;
const refusal = refuse(STRIPE_TEST_KEY);
if (refusal) {
  console.error(refusal);
  process.exitCode = 1;
} else {
  await prepare({ withBuild: false });
  const config = 'server/vitest.stripe.config.ts';
  const run = spawnTool('vitest', ['run', '--config', config, ...process.argv.slice(2)]);
  run.stdout.pipe(process.stdout);
  run.stderr.pipe(process.stderr);
  run.once('close', (code) => {
    process.exitCode = code ?? 1;
  });
}

function refuse(key) {
  if (key === '') {
    return 'STRIPE_TEST_KEY is not set. Set it to the secret key of a sandbox or of the test mode of your account at Stripe (sk_test_…).';
  }
  if (/^(sk|rk)_live_/.test(key)) {
    return 'STRIPE_TEST_KEY is a live key. These checks make customers and charge cards, so they take a key of test mode only (sk_test_…).';
  }
  return key.startsWith('sk_test_')
    ? undefined
    : 'STRIPE_TEST_KEY is no secret key of test mode, which begins with sk_test_.';
}
