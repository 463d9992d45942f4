import type { Language } from '@hearth/contract';
import { render, toPlainText } from '@react-email/render';
import type { MailContent } from './mail.ts';
import { accountDeleted } from './templates/account-deleted.tsx';
import { passwordChanged } from './templates/password-changed.tsx';
import { recoverEmail } from './templates/recover-email.tsx';
import { resetPassword } from './templates/reset-password.tsx';
import type { Letter, Template, TemplateSetting } from './templates/template.ts';
import { verifyAndChangeEmail } from './templates/verify-and-change-email.tsx';
import { verifyEmail } from './templates/verify-email.tsx';
import { en } from './words/en.ts';
import type { MailWords } from './words/mail-words.ts';
import { zh } from './words/zh.ts';

/** A mail in words. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
}

const words: Record<Language, MailWords> = { en, zh };

const templates: { readonly [Kind in MailContent['kind']]: Template<Kind> } = {
  'verify-email': verifyEmail,
  'reset-password': resetPassword,
  'verify-and-change-email': verifyAndChangeEmail,
  'recover-email': recoverEmail,
  'password-changed': passwordChanged,
  'account-deleted': accountDeleted,
};

export async function renderMail(
  content: MailContent,
  setting: Omit<TemplateSetting, 'words'>,
): Promise<RenderedMail> {
  // The record above pairs each kind with its template; here the compiler no longer sees the pair.
  const template: (content: never, setting: TemplateSetting) => Letter = templates[content.kind];
  const letter = template(content as never, { ...setting, words: words[setting.language] });
  const html = await render(letter.body);
  return { subject: letter.subject, links: letter.links, html, text: toPlainText(html) };
}
