import type { BuiltInLanguage, Language, Registered, RegisteredKey } from '@hearth/contract';
import { findAccountById, type Services } from '../modules/identity/index.ts';
import { withPrintableNames } from '../modules/mail/index.ts';
import { findSubscription, listMemberIds } from '../modules/subscriptions/index.ts';
import type { Transaction } from '../platform/transaction.ts';

/** Words of one mail, without greeting and footer, which Hearth adds. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Needed if the mail has a link. */
  readonly button?: string;
}

/** The mails in another language: those of the first, with their values. */
export type MailsLike<Mails> = {
  readonly [Name in keyof Mails]: Mails[Name] extends (values: infer Values) => MailText
    ? (values: Values) => MailText
    : never;
};

/** Words of the registered mails in English and Chinese; readers of another language get English. A mail without one of them does not compile. */
export type AppMails = Readonly<Record<BuiltInLanguage, MailsLike<Registered<'mails', object>>>>;

type AppMailName = RegisteredKey<'mails'>;

type MailValues<Name extends string> =
  Registered<'mails', object> extends { readonly [Key in Name]: (values: infer Values) => MailText }
    ? Values
    : never;

/** A person, or those whom a project has at this moment. Deleted accounts get no mail. */
export type AppRecipient =
  | { readonly uid: string }
  | { readonly ownerOf: string }
  | { readonly membersOf: string; readonly exceptUid?: string };

interface AppMail<Name extends string> {
  readonly to: AppRecipient;
  readonly mail: Name;
  /** Values that the words use. Those that end in `name` are printed only if they read as a name, and cut if they are long. */
  readonly values: MailValues<Name>;
  /** Path of a screen, such as `/subscription/…/tasks`; the mail's button leads there. */
  readonly link?: `/${string}`;
}

/** A mail whose name and values are not checked by the compiler. */
interface AnyMail extends Omit<AppMail<string>, 'values'> {
  readonly values: unknown;
}

/** The part of an operation's context, and of a job's work, that `sendMail` needs. */
export interface AppMailer {
  /** Queues the mail in the transaction; people who have chosen no language get it in the given one. */
  queue(tx: Transaction, mail: AnyMail, language: Language): Promise<void>;
}

/**
 * Sends a mail of the product in the language of each reader, once the transaction has committed. It is tried again as
 * Hearth's own mails are.
 */
export async function sendMail<Name extends AppMailName>(
  tx: Transaction,
  mail: AppMail<Name>,
  { mailer, client }: { readonly mailer: AppMailer; readonly client?: Services['client'] },
): Promise<void> {
  await mailer.queue(tx, mail, client?.language ?? 'en');
}

type MailerParts = Pick<Services, 'mails' | 'settings' | 'site'> & { readonly words: AnyMails };

/** The words with the types of their values forgotten. */
export type AnyMails = Readonly<
  Record<BuiltInLanguage, Readonly<Record<string, (values: never) => MailText>>>
>;

export function createAppMailer(parts: MailerParts): AppMailer {
  return {
    async queue(tx, mail, fallback) {
      for (const uid of await listRecipients(tx, mail.to)) {
        const account = await findAccountById(tx, uid);
        if (account) {
          const { displayName: name } = account;
          const language = account.language ?? fallback;
          const text = toText(mail, language, parts);
          const content = { kind: 'app', mail: mail.mail, name, ...text } as const;
          await parts.mails.queue(tx, { to: account, language, content });
        }
      }
    },
  };
}

function toText({ mail, values, link }: AnyMail, language: Language, parts: MailerParts) {
  const { words, settings, site } = parts;
  const printable = withPrintableNames(Object(values), settings.productName);
  const own: Partial<Record<Language, AnyMails['en']>> = words;
  const text = (own[language] ?? words.en)[mail]?.(printable as never);
  if (!text) {
    throw new Error(`app: the mail \`${mail}\` has no words in \`${language}\`.`);
  }
  const { subject, paragraphs, button } = text;
  if (link === undefined) {
    return { subject, paragraphs };
  }
  if (button === undefined) {
    throw new Error(`app: the mail \`${mail}\` has a link and no words for its button.`);
  }
  return { subject, paragraphs, action: { link: new URL(link, site.publicUrl).href, button } };
}

async function listRecipients(tx: Transaction, to: AppRecipient): Promise<readonly string[]> {
  if ('uid' in to) {
    return [to.uid];
  }
  if ('ownerOf' in to) {
    const subscription = await findSubscription(tx, to.ownerOf);
    return subscription ? [subscription.ownerId] : [];
  }
  const members = await listMemberIds(tx, to.membersOf);
  return members.filter((uid) => uid !== to.exceptUid);
}
