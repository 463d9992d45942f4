import type { Language, OwnWords } from '@hearth/contract';
import { render, toPlainText } from '@react-email/render';
import type { HearthContent, MailContent } from './mail.ts';
import { writeOwnWords } from './own-words.ts';
import { withPrintableNames } from './printable-names.ts';
import { aboutPassword } from './templates/about-password.ts';
import { appLetter } from './templates/app-letter.tsx';
import { closingLetter } from './templates/closing-letter.tsx';
import { linkLetter } from './templates/link-letter.tsx';
import { permissionsChanged } from './templates/permissions-changed.tsx';
import { planChanged } from './templates/plan-changed.tsx';
import { receipt } from './templates/receipt.tsx';
import type { Letter, Template, TemplateSetting } from './templates/template.ts';
import { undoLetter } from './templates/undo-letter.tsx';
import { en } from './words/en.ts';
import type { About, MailWords } from './words/mail-words.ts';
import { zh } from './words/zh.ts';

/** A rendered mail. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly links: readonly string[];
}

const wordsByLanguage: Record<Language, MailWords> = { en, zh };

const templates: { readonly [Kind in HearthContent['kind']]: Template<Kind> } = {
  'verify-email': linkLetter,
  'reset-password': linkLetter,
  'verify-and-change-email': linkLetter,
  'recover-email': undoLetter,
  'revert-verification': undoLetter,
  'password-changed': aboutPassword,
  'password-removed': aboutPassword,
  'provider-linked': undoLetter,
  'provider-unlinked': undoLetter,
  'account-deleted': closingLetter,
  'account-unused': linkLetter,
  invitation: linkLetter,
  'invite-accepted': linkLetter,
  'member-removed': closingLetter,
  'permissions-changed': permissionsChanged,
  'ownership-given': linkLetter,
  'ownership-received': linkLetter,
  'webhook-endpoint-off': linkLetter,
  'payment-disputed': closingLetter,
  receipt,
  refund: linkLetter,
  'refund-failed': linkLetter,
  'credit-note': linkLetter,
  'payment-failed': linkLetter,
  'authentication-needed': linkLetter,
  'subscription-unpaid': linkLetter,
  'card-missing': linkLetter,
  'renewal-ahead': linkLetter,
  'trial-ending': linkLetter,
  'card-expiring': linkLetter,
  'subscription-ending': linkLetter,
  'subscription-resumed': linkLetter,
  'plan-change-scheduled': linkLetter,
  'plan-change-undone': linkLetter,
  'subscription-canceled': linkLetter,
  'plan-changed': planChanged,
};

interface MailSetting extends Omit<TemplateSetting, 'words'> {
  readonly ownWords?: OwnWords | undefined;
}

export async function renderMail(
  content: MailContent,
  setting: MailSetting,
): Promise<RenderedMail> {
  const printable = withPrintableNames(content, setting.productName);
  const letter =
    printable.kind === 'app'
      ? appLetter(printable, { ...setting, words: wordsByLanguage[setting.language].common })
      : writeLetter(printable, setting);
  const html = await render(letter.body);
  return { subject: letter.subject, links: letter.links, html, text: toPlainText(html) };
}

/** The kind ties words to their template, in the records above and in this signature. */
function writeLetter<Kind extends HearthContent['kind']>(
  content: Extract<HearthContent, { kind: Kind }>,
  setting: MailSetting,
): Letter {
  const { language, productName, ownWords } = setting;
  const { common, letters } = wordsByLanguage[language];
  const write = (about: About<Kind>) => letters[content.kind](about);
  const about = { ...content, productName };
  const words = ownWords ? writeOwnWords(about, write, { language, ownWords }) : write(about);
  return templates[content.kind](content, words, { ...setting, words: common });
}
