import { type Language, pagePaths } from '@hearth/contract';
import { refuseIf } from '../../../platform/refusal.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Mails } from '../../mail/index.ts';
import { saveAccountInvitation } from '../accounts/account-invitation-store.ts';
import { isEmailTaken } from '../accounts/account-store.ts';
import { toEmail } from '../accounts/email.ts';
import type { OperatorContext } from './operate-account.ts';

/** Lets the address create an account, whatever `policy` says, and mails it a link to sign-up; answers the address as it is stored. */
export async function inviteAccount(
  { email: written, language }: { readonly email: string; readonly language: Language },
  { db, clock, site, mails }: OperatorContext & { readonly mails: Mails },
): Promise<string> {
  const email = toEmail(written);
  const link = new URL(pagePaths.signUp, site.publicUrl);
  link.searchParams.set('email', email);
  link.searchParams.set('lang', language);
  await db.transaction().execute(async (tx) => {
    refuseIf(await isEmailTaken(tx, email), 'auth/email-already-in-use');
    const at = clock.now();
    const subjectId = await saveAccountInvitation(tx, { email, at });
    const origin = { address: '', userAgent: 'operator command line' };
    await recordAudit(tx, { action: 'account.invited', actorId: null, subjectId, at, origin });
    await mails.queue(tx, {
      to: { email, emailVerified: false },
      language,
      content: { kind: 'account-invitation', name: '', link: link.href },
    });
  });
  return email;
}
