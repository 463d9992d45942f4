import Inbox from 'lucide-react/icons/inbox';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { paths } from '../../shared/paths.ts';
import { Brand } from '../../shared/ui/brand.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { LanguageSelect } from '../../shared/ui/language-select.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../shared/ui/skeleton.tsx';
import { MailList } from './mail-list.tsx';
import { MailView } from './mail-view.tsx';
import { MailboxFilter } from './mailbox-filter.tsx';
import { useMailbox } from './use-mailbox.ts';

/** Local mode's mails, for whoever tries the product out without a mail server. */
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
          <EmptyState icon={<Inbox />} title={t('mailbox.emptyTitle')} action={null}>
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
