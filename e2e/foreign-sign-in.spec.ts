import { expect, type Page, test } from '@playwright/test';
import { addAuthenticator, codeOf } from './support/authenticator.ts';
import { type ForeignApp, replaceGapi, startForeignApp } from './support/foreign-app.ts';
import { newPerson, type Person } from './support/people.ts';

let app: ForeignApp;
test.beforeAll(async () => {
  app = await startForeignApp();
});
test.afterAll(() => app.close());

/** Opens the foreign application at a name of this machine; 127.0.0.1 is another site than localhost. */
async function openForeignApp(page: Page, host: string, baseURL = ''): Promise<void> {
  await replaceGapi(page);
  const query = new URLSearchParams({ apiKey: 'hearth-local', hearth: baseURL });
  await page.goto(`http://${host}:${app.port}/?${query}`);
  await expect(page.getByRole('status')).toHaveText('nobody');
}

async function openPopup(page: Page): Promise<Page> {
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Popup' }).click();
  return await opening;
}

async function beSomebody(provider: Page, { name, email }: Person): Promise<void> {
  await expect(provider.getByText('Sandbox', { exact: true })).toBeVisible();
  await provider.getByLabel('Email').fill(email);
  await provider.getByLabel('Full name (optional)').fill(name);
  await provider.getByRole('button', { name: 'Continue', exact: true }).click();
}

for (const host of ['127.0.0.1', 'localhost']) {
  test(`a foreign application at ${host} signs a person in through a popup`, {
    tag: host === 'localhost' ? '@full' : [],
  }, async ({ page, baseURL }) => {
    await openForeignApp(page, host, baseURL);
    const person = newPerson();
    const popup = await openPopup(page);
    await beSomebody(popup, person);
    await expect(page.getByRole('status')).toHaveText(`signIn: ${person.email}, ${person.name}`);
    await expect.poll(() => popup.isClosed()).toBe(true);
    // Signed in there, and not here.
    await page.goto(`${baseURL}/dashboard`);
    await expect(page).toHaveURL(`${baseURL}/signin`);
  });
}

test('a foreign application asks for the code of an account that has an app', {
  tag: '@full',
}, async ({ page, baseURL, request }) => {
  await openForeignApp(page, '127.0.0.1', baseURL);
  const person = newPerson();
  const signedIn = `signIn: ${person.email}, ${person.name}`;
  await beSomebody(await openPopup(page), person);
  await expect(page.getByRole('status')).toHaveText(signedIn);
  const idToken = (await page.locator('body').getAttribute('data-id-token')) ?? '';
  const key = await addAuthenticator(request, { idToken });

  const codes = ['000000', await codeOf(request, { key, stepsAhead: 1 })];
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.accept(codes[asked.length - 1] ?? '');
  });
  for (const outcome of ['refused: auth/invalid-verification-code', signedIn]) {
    await openForeignApp(page, '127.0.0.1', baseURL);
    await beSomebody(await openPopup(page), person);
    await expect(page.getByRole('status')).toHaveText(outcome);
  }
  expect(asked).toEqual(['Code of Phone', 'Code of Phone']);
});

test('a person who turns back at the provider is no error of the application', {
  tag: '@full',
}, async ({ page, baseURL }) => {
  await openForeignApp(page, '127.0.0.1', baseURL);
  const popup = await openPopup(page);
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('status')).toHaveText('refused: auth/user-cancelled');
});

test('a refusal of ours reaches the application in the popup’s place', { tag: '@full' }, async ({
  page,
  baseURL,
}) => {
  await openForeignApp(page, '127.0.0.1', baseURL);
  await page.context().route('**/accounts:createAuthUri**', (route) =>
    route.fulfill({
      status: 400,
      json: { error: { code: 400, message: 'OPERATION_NOT_ALLOWED : Off.' } },
    }),
  );
  await page.getByRole('button', { name: 'Popup' }).click();
  await expect(page.getByRole('status')).toHaveText('refused: auth/operation-not-allowed');
});

test('a foreign application on the same site signs a person in with the whole window', {
  tag: '@full',
}, async ({ page, baseURL }) => {
  await openForeignApp(page, 'localhost', baseURL);
  const person = newPerson();
  await page.getByRole('button', { name: 'Redirect' }).click();
  await beSomebody(page, person);
  await expect(page.getByRole('status')).toHaveText(`signIn: ${person.email}, ${person.name}`);
});

test('a site that is not allowed gets neither the frame nor an outcome', { tag: '@full' }, async ({
  page,
  baseURL,
}) => {
  await replaceGapi(page);
  const evil = 'http://evil.example';
  const frame = `${baseURL}/emulator/auth/iframe?apiKey=hearth-local&appName=x`;
  await page.route(`${evil}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<title>Evil</title><iframe src="${frame}"></iframe><output></output><script>
        addEventListener('message', ({ data }) => {
          document.querySelector('output').textContent = JSON.stringify(data);
        });</script>`,
    }),
  );
  await page.goto(evil);
  await expect.poll(() => page.frames().at(-1)?.url()).toContain('chrome-error:');

  const opening = page.waitForEvent('popup');
  const query = new URLSearchParams({
    apiKey: 'hearth-local',
    appName: 'x',
    authType: 'signInViaPopup',
    providerId: 'google.com',
    eventId: '7',
  });
  await page.evaluate((url) => void window.open(url), `${baseURL}/emulator/auth/handler?${query}`);
  const popup = await opening;
  await beSomebody(popup, newPerson());
  await expect(popup.getByRole('alert')).toBeVisible();
  expect(popup.url()).toBe(`${baseURL}/emulator/auth/handler`);
  await expect(page.getByRole('status')).toBeEmpty();
});
