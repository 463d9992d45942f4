import { expect, test } from '@playwright/test';
import { expectFit, prepareLooks } from './support/looks.ts';
import { newestMail } from './support/mailbox.ts';
import { invite, project, signedUp } from './support/seeds.ts';
import { alsoIn } from './support/words.ts';

for (const language of ['en', 'zh'] as const) {
  test(`emails are pages that everybody can read, in ${language}`, {
    tag: alsoIn(language),
  }, async ({ browser, request }) => {
    const [ada] = await signedUp(request, [
      'Adélaïde von und zu Wolfeschlegelsteinhausenbergerdorff',
    ]);
    await request.patch(`/v1/users/${ada.localId}`, {
      headers: { authorization: `Bearer ${ada.idToken}` },
      data: { language },
    });
    const name = 'Wolfeschlegelsteinhausenbergerdorff und Söhne';
    const id = await project(request, ada, { name, planId: 'pro' });
    await invite(request, ada, { id, email: `guest-${ada.email}` });
    const mails = await Promise.all([
      newestMail(request, { to: ada.email, kind: 'receipt' }),
      newestMail(request, { to: `guest-${ada.email}`, kind: 'invitation' }),
    ]);

    const context = await browser.newContext({ reducedMotion: 'reduce' });
    await prepareLooks(context);
    const page = await context.newPage();
    // The mailbox shows an email without scripts, so without the scanner.
    for (const mail of mails) {
      await page.route('**/mail', (route) =>
        route.fulfill({ contentType: 'text/html; charset=utf-8', body: mail.html }),
      );
      await page.goto('/mail');
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expectFit(page, `email-${mail.kind}`, language);
      await page.unroute('**/mail');
    }
    expect(mails[0]?.text).toMatch(language === 'en' ? /^Amount: \$10\.00$/m : /^金额：\$10\.00$/m);
    await context.close();
  });
}
