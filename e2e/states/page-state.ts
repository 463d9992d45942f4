import type { Page } from '@playwright/test';
import type { Answers } from '../support/answers.ts';
import type { Scene, SceneName } from '../support/scenes.ts';

/** One state of a page, which looks the same in each language, width and theme. */
export interface PageState {
  /** Names it in reports and pictures. */
  readonly name: string;
  readonly as: Cast;
  /** Project of the address. */
  readonly of?: string;
  /** Follows the path. */
  readonly query?: string;
  /** Address of its own, such as a mailed link, by its name in the scene. */
  readonly link?: string;
  /** In the place of the server's answers, where a state is hard to bring about. */
  readonly answers?: Answers;
  /** Steps on the page. */
  readonly reach?: (page: Page, scene: Scene) => Promise<void>;
  /** Path of the page that the person is led to. */
  readonly leadsTo?: string;
  /** Selector of something that only this state shows. */
  readonly shows: string;
  /** Where it exists in one width only. */
  readonly width?: 320 | 1280;
  /** Errors of the browser itself that belong to the state. */
  readonly noise?: RegExp;
  /** A part of the page may be on its way for ever. */
  readonly mayLoad?: true;
  /** In `test:long` only. */
  readonly isLong?: true;
}

/** Scene of each person who looks at a page; a visitor is not signed in. */
export const sceneOf = {
  visitor: 'visitor',
  newcomer: 'newcomer',
  owner: 'team',
  admin: 'team',
  member: 'team',
  payer: 'payer',
  waiting: 'payer',
} as const satisfies Record<string, SceneName>;

type Cast = keyof typeof sceneOf;

/** States by the path of the page in the route table; `*` is an address without a page. */
export type StatesByPath = Readonly<Record<string, readonly PageState[]>>;

export const openPhoneMenu = (page: Page) => page.locator('header button').first().click();

/** Sends the page's form as it stands. */
export const submit = (page: Page) => page.locator('main form button[type=submit]').click();

/** Comes to the page as the router does after a payment. */
export async function arriveAfterPaying(page: Page): Promise<void> {
  await page.evaluate(() => {
    const paid = { planId: 'pro', amount: { amount: 1000, currency: 'usd' } };
    history.replaceState({ ...history.state, usr: { paid } }, '');
  });
  await page.reload();
}

/** Empties the first field and sends the form. */
export async function submitEmpty(page: Page): Promise<void> {
  await page.locator('main form input').first().fill('');
  await submit(page);
}

export const wrongField = '[aria-invalid=true]';
export const skeleton = '.animate-breathe';
export const form = 'main form';
export const failure = 'main [role=alert]';
export const question = '[role=alertdialog]';
export const anyDialog = 'dialog[open], [role=dialog]';

/** A page of the owner's project that is a form. */
export const projectForm = (name: string): PageState => ({
  name,
  as: 'owner',
  of: 'acme',
  shows: form,
});
