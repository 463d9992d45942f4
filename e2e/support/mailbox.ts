import { type APIRequestContext, expect } from '@playwright/test';

interface Mail {
  readonly kind: string;
  readonly subject: string;
  readonly links: readonly string[];
  readonly text: string;
  readonly html: string;
}

/** Mails to the address, oldest first. */
async function mailsTo(request: APIRequestContext, to: string): Promise<Mail[]> {
  const answer = await request.get(`/dev/mailbox.json?to=${encodeURIComponent(to)}`);
  expect(answer.ok()).toBe(true);
  return await answer.json();
}

interface Wanted {
  readonly to: string;
  readonly kind: string;
}

/** The newest mail of the kind; waits for the mail. */
export async function newestMail(request: APIRequestContext, { to, kind }: Wanted): Promise<Mail> {
  const newest = async () => (await mailsTo(request, to)).findLast((mail) => mail.kind === kind);
  await expect.poll(newest, { message: `a ${kind} mail to ${to}` }).toBeDefined();
  const mail = await newest();
  if (mail === undefined) {
    throw new Error(`The ${kind} mail to ${to} is gone.`);
  }
  return mail;
}

/** The six digits of the newest mail to sign in with; waits for the mail. */
export async function mailedDigits(request: APIRequestContext, to: string): Promise<string> {
  const { text } = await newestMail(request, { to, kind: 'sign-in-link' });
  const digits = /^\d{6}$/m.exec(text)?.[0];
  if (digits === undefined) {
    throw new Error(`The mail to sign in with to ${to} has no code.`);
  }
  return digits;
}

/** The link of the newest mail of the kind; waits for the mail. */
export async function mailedLink(
  request: APIRequestContext,
  to: string,
  kind: string,
): Promise<string> {
  const { links } = await newestMail(request, { to, kind });
  const link = links.find((url) => /[?&](oobCode|token|emailCode)=/.test(url));
  if (link === undefined) {
    throw new Error(`The ${kind} mail to ${to} has no link.`);
  }
  return link;
}
