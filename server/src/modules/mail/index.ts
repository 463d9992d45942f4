export type { Mail, MailContent } from './mail.ts';
export { dropWaitingMails, releaseWaitingMails, sendMailTask } from './mail-store.ts';
export { createMailbox, createMailboxTransport, type Mailbox } from './mailbox.ts';
export { createMails, createRemoveOldMails, type Mails } from './mails.ts';
export { readOutbox } from './outbox-store.ts';
export { printableName, withPrintableNames } from './printable-names.ts';
export { createSendMail } from './send-mail.ts';
export { createSmtpTransport, sendTestMail, verifyMailServer } from './smtp-transport.ts';
export type { MailBrand } from './templates/template.ts';
