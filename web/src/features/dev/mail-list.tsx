import type { MailboxMail } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../shared/i18n/index.ts';

interface MailListProps {
  readonly mails: readonly MailboxMail[];
  readonly chosen: MailboxMail;
  readonly onChoose: (mail: MailboxMail) => void;
}

export function MailList({ mails, chosen, onChoose }: MailListProps) {
  const { t } = useTranslation();
  const language = useLanguage();

  return (
    <ul
      aria-label={t('mailbox.list')}
      className="grid max-h-[40dvh] content-start gap-0.5 overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-lift md:max-h-[calc(100dvh-260px)]"
    >
      {mails.map((mail) => (
        <li key={mail.message_id}>
          <button
            type="button"
            aria-current={mail === chosen}
            onClick={() => onChoose(mail)}
            className="grid w-full gap-0.5 rounded-control px-3 py-2.5 text-left transition-colors duration-150 ease-out hover:bg-sunken aria-[current=true]:bg-accent-soft aria-[current=true]:shadow-[inset_2px_0_0_var(--accent)]"
          >
            <span className="truncate text-label font-label">{mail.subject}</span>
            <span className="truncate text-small text-ink-2">{mail.to}</span>
            <span className="text-small text-ink-3 tabular-nums">
              {formatDateTime(mail.sent_at, language)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
