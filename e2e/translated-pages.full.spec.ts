import { expect, type Page, test } from '@playwright/test';
import { doMainJob, hearErrors, mainScreens, opens } from './support/main-job.ts';

/** Does to the page as Chrome's translator does: every text is replaced by an element, now and whenever texts change. It translates into the same language, so that journeys find their words. Runs in the page. */
function translate(): void {
  const isLeft = '[translate=no], code, script, style, font, textarea, svg';
  const replaceTexts = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) {
      texts.push(walker.currentNode as Text);
    }
    for (const text of texts) {
      if (text.data.trim() !== '' && !text.parentElement?.closest(isLeft)) {
        const font = document.createElement('font');
        font.append(document.createElement('font'));
        font.firstElementChild?.append(text.data);
        text.replaceWith(font);
      }
    }
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  new MutationObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(replaceTexts, 20);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** All that is shown, but for where the lines break. */
async function textOf(page: Page): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text does not count.
  const text = await page.locator('body').innerText();
  return text.replace(/\s+/g, '');
}

/** Reads both anew each time: either may still wait for an answer. */
async function readsTheSame(page: Page, plain: Page, path = page.url()): Promise<void> {
  await expect(async () => {
    expect(await textOf(page), path).toBe(await textOf(plain));
  }).toPass({ timeout: 15_000 });
}

test('a page that the browser translates does the main job, and reads as it would untranslated', async ({
  page,
  context,
}) => {
  await page.addInitScript(translate);
  const heard = hearErrors(page);
  const { id } = await doMainJob(page);
  const plain = await context.newPage();
  for (const path of mainScreens(id)) {
    await Promise.all([opens(page, path), opens(plain, path)]);
    await expect(page.locator('h1 font').first(), path).toBeVisible();
    await readsTheSame(page, plain, path);
  }
  expect(heard).toEqual([]);
});

test('every text of a translated page follows what is typed and chosen', async ({
  page,
  context,
}) => {
  await page.addInitScript(translate);
  const heard = hearErrors(page);
  const plain = await context.newPage();
  for (const each of [page, plain]) {
    await each.goto('/signup');
    await each.getByRole('button', { name: 'Sign up' }).click();
    await expect(each.getByText('Enter your name.')).toBeVisible();
    await each.getByLabel('Password', { exact: true }).fill('short');
    await each.getByLabel('Full name').fill('Ada');
    await expect(each.getByText('Enter your name.')).toBeHidden();
    await each.getByLabel('Language').selectOption('zh');
    await expect(each.getByRole('button', { name: '注册' })).toBeVisible();
    await each.getByLabel('语言').selectOption('en');
    await expect(each.getByRole('button', { name: 'Sign up' })).toBeVisible();
  }
  await expect(page.locator('h1 font').first()).toBeVisible();
  await readsTheSame(page, plain);
  expect(heard).toEqual([]);
});
