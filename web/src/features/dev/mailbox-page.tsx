import type { MailboxMail } from '@hearth/contract';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Brand } from '../../shared/brand/brand.tsx';
import { formatDateTime } from '../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { TextField } from '../../shared/ui/field.tsx';
import { LanguageSelect } from '../../shared/ui/language-select.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { MailView } from './mail-view.tsx';
import { UpcomingCard } from './upcoming.tsx';

/** Local mode's mails, for people who try the product out without a mail server. */
export function MailboxPage() {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const to = query.get('to')?.trim() ?? '';
  const { mails, busy, failed, refresh } = useMailbox(to);
  const [chosenId, setChosenId] = useState<string>();
  const chosen = mails?.find((mail) => mail.message_id === chosenId) ?? mails?.[0];

  return (
    <>
      <header className="flex h-14 items-center justify-between gap-3 border-b border-line bg-surface px-3.5 sm:px-5">
        <Brand to={paths.home} />
        <LanguageSelect compact />
      </header>
      <main className="mx-auto grid max-w-[1280px] content-start gap-6 px-4 pt-5 pb-10 md:px-8 md:pt-7">
        <PageHeader
          title={t('mailbox.title')}
          sub={t('mailbox.sub')}
          actions={
            <Button busy={busy} onClick={refresh}>
              <RotateCw aria-hidden="true" className="size-4" />
              {t('mailbox.refresh')}
            </Button>
          }
        />
        <MailboxFilter
          key={to}
          to={to}
          onFilter={(address) => setQuery(address === '' ? {} : { to: address })}
        />
        {failed && <RetryNote message={t('mailbox.failed')} busy={busy} onRetry={refresh} />}
        {!mails && !failed && <MailboxSkeleton />}
        {mails && !chosen && (
          <EmptyState drawing="cold" title={t('mailbox.emptyTitle')} action={null}>
            {to === '' ? t('mailbox.empty') : t('mailbox.emptyFor', { address: to })}
          </EmptyState>
        )}
        {mails && chosen && (
          <div className="grid items-start gap-5 md:grid-cols-[minmax(0,340px)_minmax(0,1fr)]">
            <MailList
              mails={mails}
              chosen={chosen}
              onChoose={(mail) => setChosenId(mail.message_id)}
            />
            <MailView key={chosen.message_id} mail={chosen} />
          </div>
        )}
        {mails && <UpcomingCard only="mails" since={mails} />}
      </main>
    </>
  );
}

function MailboxSkeleton() {
  return (
    <SkeletonGroup className="grid gap-5 md:grid-cols-[minmax(0,340px)_minmax(0,1fr)]">
      <Skeleton className="h-48 w-full" />
      <Skeleton className="h-80 w-full" />
    </SkeletonGroup>
  );
}

interface MailboxFilterProps {
  readonly to: string;
  /** Empty for all addresses. */
  readonly onFilter: (to: string) => void;
}

function MailboxFilter({ to, onFilter }: MailboxFilterProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(to);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onFilter(typed.trim());
  }

  return (
    <form onSubmit={handleSubmit} className="flex flex-wrap items-end gap-2">
      <div className="max-w-[360px] min-w-0 flex-[1_1_200px]">
        <TextField
          label={t('mailbox.address')}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit">{t('mailbox.show')}</Button>
      {to !== '' && (
        <Button variant="quiet" onClick={() => onFilter('')}>
          {t('mailbox.showAll')}
        </Button>
      )}
    </form>
  );
}

interface MailListProps {
  readonly mails: readonly MailboxMail[];
  readonly chosen: MailboxMail;
  readonly onChoose: (mail: MailboxMail) => void;
}

function MailList({ mails, chosen, onChoose }: MailListProps) {
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

interface MailboxState {
  /** Newest first; undefined until they are there. */
  readonly mails?: readonly MailboxMail[];
  readonly busy: boolean;
  readonly failed: boolean;
}

/** The mails to an address, or to everybody; asked for again when one comes back to this tab. */
function useMailbox(to: string) {
  const [state, setState] = useState<MailboxState>({ busy: true, failed: false });
  const [turn, setTurn] = useState(0);
  const refresh = useCallback(() => setTurn((before) => before + 1), []);

  useEffect(() => {
    const leaving = new AbortController();
    setState((before) => ({ ...before, busy: true }));
    // The turn only makes it ask again.
    void turn;
    readMails(to, leaving.signal).then(
      (mails) => setState({ mails, busy: false, failed: false }),
      () => {
        if (!leaving.signal.aborted) {
          setState((before) => ({ ...before, busy: false, failed: true }));
        }
      },
    );
    return () => leaving.abort();
  }, [to, turn]);

  useEffect(() => {
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh]);

  return { ...state, refresh };
}

async function readMails(to: string, signal: AbortSignal): Promise<readonly MailboxMail[]> {
  const query = to === '' ? '' : `?${new URLSearchParams({ to })}`;
  const response = await fetch(`/dev/mailbox.json${query}`, { signal });
  if (!response.ok) {
    throw new Error(`The mailbox answers ${response.status}.`);
  }
  const mails = (await response.json()) as readonly MailboxMail[];
  return mails.toReversed();
}
