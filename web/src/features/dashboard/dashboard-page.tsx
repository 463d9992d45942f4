import type { ListedSubscription } from '@hearth/contract';
import MailCheck from 'lucide-react/icons/mail-check';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { browserStorage } from '../../shared/browser-storage.ts';
import { useSubscriptions } from '../../shared/current-subscription/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { RetryNote } from '../../shared/ui/retry-note.tsx';
import {
  ResendButton,
  ResendOutcome,
  useResendVerification,
} from '../../shared/verification/resend-verification.tsx';
import { AttentionStrip } from './attention-strip.tsx';
import { Checklist } from './checklist.tsx';
import { InviteList } from './invite-list.tsx';
import { ProjectList, ProjectSkeleton } from './project-list.tsx';
import { useChecklist } from './use-checklist.ts';
import { useListInvites } from './use-invites.ts';

export function DashboardPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const [wantsAll, setWantsAll] = useState(false);
  // A search is for all of them.
  const all = wantsAll || query.size > 0;
  const list = useSubscriptions({ all });
  const { subscriptions, isAll } = list;
  const isPending = useWaitsForInvites(list.isPending) || list.isPending;
  const checklist = useChecklist(subscriptions);
  const isEmpty = isAll && subscriptions?.every(({ status }) => status === 'canceled') === true;
  const isFirst = checklist !== undefined && isEmpty;

  return (
    <>
      <PageHeader
        title={useGreeting()}
        documentTitle={t('dashboard.title')}
        sub={<Counts subscriptions={subscriptions} isAll={isAll} isFirst={isFirst} />}
        actions={
          !(isEmpty && checklist === undefined) && (
            <ButtonLink to={paths.createPlan}>
              <Plus aria-hidden="true" className="size-4" />
              {t('dashboard.create')}
            </ButtonLink>
          )
        }
      />
      {isPending ? (
        <ProjectSkeleton />
      ) : (
        <>
          {subscriptions && <AttentionStrip subscriptions={subscriptions} />}
          <AddressNotice />
          <InviteList />
          {checklist && <Checklist checklist={checklist} />}
          <Projects list={list} isFirst={isFirst} all={all} onShowAll={() => setWantsAll(true)} />
        </>
      )}
    </>
  );
}

/** Invitations come above the projects, which they would push down; but the projects wait for them only so long. */
const longestWaitMs = 1000;

function useWaitsForInvites(isListPending: boolean): boolean {
  const { isLoading, failureCount } = useListInvites();
  const [isLate, setIsLate] = useState(false);

  useEffect(() => {
    if (!isListPending) {
      const timer = setTimeout(() => setIsLate(true), longestWaitMs);
      return () => clearTimeout(timer);
    }
  }, [isListPending]);
  return isLoading && failureCount === 0 && !isLate;
}

interface ProjectsProps {
  readonly list: ReturnType<typeof useSubscriptions>;
  /** The list of first steps is all that there is. */
  readonly isFirst: boolean;
  /** Whether all of them were asked for. */
  readonly all: boolean;
  readonly onShowAll: () => void;
}

function Projects({ list, isFirst, all, onShowAll }: ProjectsProps) {
  const { t } = useTranslation();
  const { subscriptions, isAll, error, isFetching, refetch } = list;
  return (
    <>
      {error && (
        <RetryNote message={toText(error, t)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {subscriptions && !isFirst && <ProjectList subscriptions={subscriptions} isAll={isAll} />}
      {subscriptions && !isAll && !error && (
        <div>
          <Button busy={all && isFetching} onClick={onShowAll}>
            {t('dashboard.showAll')}
          </Button>
        </div>
      )}
    </>
  );
}

function useGreeting(): string {
  const { t } = useTranslation();
  const { displayName: name } = useAccount();
  const isFirst = useIsFirstOpening();
  if (name === '') {
    return isFirst ? t('dashboard.greetingNewUnnamed') : t('dashboard.greetingUnnamed');
  }
  return isFirst ? t('dashboard.greetingNew', { name }) : t('dashboard.greeting', { name });
}

/** Whether a new person opens the page for the very first time; true until they leave it. */
function useIsFirstOpening(): boolean {
  const { uid, isNew } = useAccount();
  const [isFirst] = useState(() => isNew && browserStorage.get(greetedKey) !== uid);
  useEffect(() => {
    browserStorage.set(greetedKey, uid);
  }, [uid]);
  return isFirst;
}

const greetedKey = 'hearth.greeted';

interface CountsProps {
  readonly subscriptions: readonly ListedSubscription[] | undefined;
  readonly isAll: boolean;
  /** The list of first steps is all that there is. */
  readonly isFirst: boolean;
}

/** `6 projects, 2 invitations`; a space keeps the line while they are loaded. */
function Counts({ subscriptions, isAll, isFirst }: CountsProps) {
  const { t } = useTranslation();
  const invites = useListInvites().data?.invites.length;
  const running = subscriptions?.filter(({ status }) => status !== 'canceled').length;
  const counts = [
    running && t(isAll ? 'dashboard.count' : 'dashboard.countMore', { count: running }),
    invites && t('dashboard.invites.waiting', { count: invites }),
  ];
  return isFirst && !invites
    ? t('dashboard.checklist.sub')
    : counts.filter(Boolean).join(t('dashboard.countSeparator')) || ' ';
}

/** One line that asks for the address to be verified, and counts the invites that nobody may see before. */
function AddressNotice() {
  const { t } = useTranslation();
  const { email, emailVerified } = useAccount();
  const resending = useResendVerification();
  const hidden = useListInvites().data?.hidden ?? 0;

  if (hidden === 0 && emailVerified) {
    return null;
  }
  return (
    <>
      <div
        role="status"
        className="flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-control bg-warn-soft px-4 py-2 text-small"
      >
        <div className="flex min-w-0 flex-[1_1_240px] items-start gap-2.5">
          <MailCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
          <p className="min-w-0 wrap-anywhere">
            <strong className="font-label">{t('dashboard.address.title')}</strong>{' '}
            <span className="text-ink-2">
              {hidden > 0
                ? t('dashboard.invites.hidden', { count: hidden })
                : t('dashboard.address.text', { email })}
            </span>
          </p>
        </div>
        <ResendButton resending={resending} />
      </div>
      <ResendOutcome resending={resending} />
    </>
  );
}
