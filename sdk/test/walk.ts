import { expect } from 'vitest';
import { createBrowser, goOn } from '../../server/test/harness/hosted-sign-in.ts';
import type { TestApp } from '../../server/test/harness/test-app.ts';
import type { Person } from '../../server/test/harness/wire-client.ts';

/** Follows the address to Hearth, whose page finishes the sign-in; answers the address that leads back. */
export async function walk(app: TestApp, url: string, person: Person): Promise<URL> {
  const browser = createBrowser();
  const response = await browser.open(url);
  const page = new URL(response.headers.get('location') ?? '', url);
  const interaction = page.searchParams.get('interaction') ?? expect.fail(page.href);
  return new URL(await goOn(app, { browser, interaction, person }));
}
