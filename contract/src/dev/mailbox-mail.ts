/** One mail of `GET /dev/mailbox.json`, which answers an array, oldest first; local mode only. */
export interface MailboxMail {
  /** Lower-cased address. */
  readonly to: string;
  /** Which mail it is: `verify-email`, `reset-password` … */
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Addresses that the mail leads to. */
  readonly links: readonly string[];
  readonly message_id: string;
  /** ISO 8601. */
  readonly sent_at: string;
}
