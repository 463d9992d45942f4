import { type APIRequestContext, expect } from '@playwright/test';

interface Mail {
  readonly kind: string;
  readonly subject: string;
  readonly links: readonly string[];
}

/** Mails to the address, oldest first. */
async function mailsTo(request: APIRequestContext, to: string): Promise<Mail[]> {
  const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(to)}`);
  expect(answer.ok()).toBe(true);
  return await answer.json();
}

/** The link of the newest mail of the kind; waits for the mail. */
export async function mailedLink(
  request: APIRequestContext,
  to: string,
  kind: string,
): Promise<string> {
  const newest = async () => (await mailsTo(request, to)).findLast((mail) => mail.kind === kind);
  await expect.poll(newest, { message: `a ${kind} mail to ${to}` }).toBeDefined();
  const link = (await newest())?.links.find((url) => /[?&](oobCode|token|emailCode)=/.test(url));
  if (link === undefined) {
    throw new Error(`The ${kind} mail to ${to} has no link.`);
  }
  return link;
}
