import type { MailboxMail } from '@hearth/contract';
import ExternalLink from 'lucide-react/icons/external-link';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { buttonStyle } from '../../shared/ui/button.tsx';

/** The text, since the page's own policy would take the styles from the HTML; that opens in a tab of its own. */
export function MailView({ mail }: { readonly mail: MailboxMail }) {
  const { t } = useTranslation();
  const time = formatDateTime(mail.sent_at, useLanguage());

  return (
    <article
      aria-labelledby="mail-subject"
      className="min-w-0 rounded-card border border-line bg-surface shadow-lift"
    >
      <header className="flex flex-wrap items-start justify-between gap-3 border-b border-line px-5 py-4">
        <div className="grid min-w-0 flex-[1_1_200px] gap-1">
          <h2 id="mail-subject" className="text-card font-card">
            {mail.subject}
          </h2>
          <p className="text-small break-all text-ink-2">{t('mailbox.to', { address: mail.to })}</p>
          <p className="text-small text-ink-3 tabular-nums">{t('mailbox.sent', { time })}</p>
        </div>
        <a
          href={`/dev/mailbox.html?${new URLSearchParams({ id: mail.message_id })}`}
          target="_blank"
          rel="noopener"
          className={buttonStyle({ size: 'small' })}
        >
          <ExternalLink aria-hidden="true" className="size-4" />
          {t('mailbox.openHtml')}
        </a>
      </header>
      <div className="p-5 leading-paragraph">
        {toLines(mail).map(({ at, text, isLink }) => (
          <p key={at} className="min-h-[1lh]">
            {isLink ? (
              <a
                href={text}
                target="_blank"
                rel="noopener"
                className="font-label break-all text-accent underline"
              >
                {text}
              </a>
            ) : (
              text
            )}
          </p>
        ))}
      </div>
    </article>
  );
}

interface Line {
  /** Position in the text at which it begins. */
  readonly at: number;
  readonly text: string;
  readonly isLink: boolean;
}

/** Only addresses that the mail is known to lead to become links. */
function toLines({ text, links }: MailboxMail): Line[] {
  let at = 0;
  return text.split('\n').map((line) => {
    const found = { at, text: line, isLink: links.includes(line) };
    at += line.length + 1;
    return found;
  });
}
