import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { mailedLink, newestMail } from './support/mailbox.ts';
import { type OwnProduct, startOwnProduct } from './support/own-product.ts';
import { newPerson, signUp } from './support/people.ts';
import { startUpMs } from './support/places.ts';

const operator = { ...newPerson('Ops'), email: 'ops@example.com' };

/** A program of the operator's own; answers 410 until it is set right. */
async function startProgram() {
  const program = { bodies: [] as string[], status: 410, url: '', close: () => {} };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      program.bodies.push(body);
      response.writeHead(program.status).end(program.status === 410 ? 'moved away' : 'thanks');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  program.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  program.close = () => void server.close();
  return program;
}

async function addEndpoint(product: OwnProduct, url: string): Promise<void> {
  const printed = await product.operate(
    'api-keys',
    'create',
    'backend',
    'webhooks:write,events:read',
  );
  const secret = printed.split('\n')[0] ?? '';
  const answer = await fetch(`${product.origin}/server/v1/webhook-endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, types: ['account.updated'] }),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

test('an operator is mailed that an endpoint was turned off, turns it on and sends again what it missed', async ({
  browser,
  playwright,
}) => {
  test.setTimeout(startUpMs + 60_000);
  const product = await startOwnProduct({ OPERATOR_EMAILS: operator.email });
  const program = await startProgram();
  const context = await browser.newContext({ baseURL: product.origin, reducedMotion: 'reduce' });
  const request = await playwright.request.newContext({ baseURL: product.origin });
  const page = await context.newPage();
  await addEndpoint(product, program.url);
  await signUp(page, operator);

  await page.goto('/operator/webhooks');
  await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible();
  // Verifying the address is the first change that the program hears of.
  await page.goto(await mailedLink(request, operator.email, 'verify-email'));
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();

  const { links } = await newestMail(request, { to: operator.email, kind: 'webhook-endpoint-off' });
  expect(links).toEqual([`${product.origin}/operator/webhooks`]);
  await page.goto('/operator/webhooks');
  await expect(page.getByText('no longer takes events (410)')).toBeVisible();
  const deliveries = page.getByRole('list', { name: 'Last deliveries' });
  await expect(deliveries.getByText('moved away')).toBeVisible();

  program.status = 200;
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('The endpoint is on.', { exact: false })).toBeVisible();
  await deliveries
    .getByRole('button', { name: /^Show body/ })
    .last()
    .click();
  await expect(deliveries.getByText('"email_verified": true')).toBeVisible();
  const before = program.bodies.length;
  await deliveries
    .getByRole('button', { name: /^Send .* again/ })
    .last()
    .click();
  await expect.poll(() => program.bodies.length).toBe(before + 1);
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(deliveries.getByText('Delivered')).toBeVisible({ timeout: 1_000 });
  }).toPass();

  program.close();
  await context.close();
  await request.dispose();
  await product.stop();
});
