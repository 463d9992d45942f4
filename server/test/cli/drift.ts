import { drift } from '../../src/cli/billing.ts';
import { findLocation, type TestApp } from '../harness/test-app.ts';

/** Differences that `npm run hearth -- billing drift` names, a sentence each; none where nothing differs. */
export async function askForDrift(app: TestApp): Promise<string[]> {
  const { config, db, clock } = app;
  const { text, exitCode } = await drift({
    config,
    db,
    location: await findLocation(app),
    clock,
  });
  // The last line counts what was compared.
  return exitCode === 0 ? [] : text.split('\n').slice(0, -1);
}
