import { type AccountAct, type AccountSheet, actOnAccount } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useApi } from '../../../shared/api/index.ts';
import { SessionItem } from '../../../shared/device/session-item.tsx';
import { formatDateTime } from '../../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import type { consoleWords } from '../../../shared/i18n/locales/en/console.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { ActButton, ActCard, type ExplainedAct } from './act-button.tsx';
import { ActDialog } from './act-dialog.tsx';
import { AskReason } from './ask-reason.tsx';
import { FoldedList } from './folded-list.tsx';
import { HistoryCard } from './history-card.tsx';
import { LookState } from './look-state.tsx';
import { PersonFacts } from './person-facts.tsx';
import { PersonEvents, PersonMails, PersonProjects } from './person-lists.tsx';
import { SeeAsPerson } from './see-as-person.tsx';
import { useActing } from './use-acting.ts';
import { useLookAtPerson } from './use-look.ts';
import { useReason } from './use-reason.ts';

/** Shows a person to operators, with all that they can do for them. */
export function PersonPage() {
  const { uid = '' } = useParams();
  return <Person key={uid} uid={uid} />;
}

function Person({ uid }: { readonly uid: string }) {
  const { t } = useTranslation();
  const { reason, give } = useReason(uid);
  return reason === undefined ? (
    <AskReason title={t('console.person.title')} onGive={give} />
  ) : (
    <Look uid={uid} reason={reason} />
  );
}

function Look({ uid, reason }: { readonly uid: string; readonly reason: string }) {
  const { t } = useTranslation();
  const { query, dialog } = useLookAtPerson(uid, reason);
  return (
    <>
      <LookState title={t('console.person.title')} query={query} />
      {query.data && <Sheet sheet={query.data} reason={reason} refresh={() => query.refetch()} />}
      {dialog}
    </>
  );
}

interface SheetProps {
  readonly sheet: AccountSheet;
  readonly reason: string;
  readonly refresh: () => Promise<unknown>;
}

function Sheet({ sheet, reason, refresh }: SheetProps) {
  const { t } = useTranslation();
  const acting = useActsOn(sheet, refresh);
  const { asked, busy, problem, ask, confirm } = acting;
  const values = { name: sheet.name || sheet.email, email: sheet.email };

  return (
    <div className="grid grid-cols-1 gap-6">
      <Head sheet={sheet} reason={reason} refresh={refresh} />
      {sheet.limits.length > 0 && (
        <Limits sheet={sheet} onAsk={() => ask({ act: 'lift-limits' })} />
      )}
      <AddressChange sheet={sheet} onAsk={() => ask({ act: 'stop-address-change' })} />
      <Deletion sheet={sheet} onAsk={() => ask({ act: 'keep' })} />
      <PersonFacts sheet={sheet} reason={reason} refresh={refresh} />
      <Sessions sheet={sheet} onAsk={() => ask({ act: 'end-sessions' })} />
      <PersonProjects sheet={sheet} reason={reason} />
      <HistoryCard
        acts={sheet.acts}
        problem={asked ? undefined : problem}
        detailOf={({ details }) => details.email}
        onNote={() => ask({ act: 'note' })}
      />
      <PersonMails sheet={sheet} />
      <PersonEvents sheet={sheet} />
      <ActCard
        id="access"
        title={t('console.person.access')}
        acts={actsOnAccess(sheet)}
        values={values}
        stop={sheet.operator_role === null ? undefined : t('console.person.isOperator')}
        onAsk={(act) => ask({ act })}
      />
      {asked && (
        <ActDialog
          act={asked.act}
          values={values}
          reason={reason}
          busy={busy}
          problem={problem}
          onConfirm={confirm}
          onClose={() => ask(undefined)}
        />
      )}
      {acting.dialog}
    </div>
  );
}

function useActsOn({ uid, seen }: AccountSheet, refresh: () => Promise<unknown>) {
  const api = useApi();
  return useActing<{ readonly act: AccountAct }>({
    seen,
    send: ({ act }, given) => api.call(actOnAccount, { uid, act, ...given }),
    refresh,
  });
}

/** Those that would change something now. */
function actsOnAccess(sheet: AccountSheet): readonly (AccountAct & ExplainedAct)[] {
  return [
    ...(sheet.email_verified ? [] : (['verify'] as const)),
    'send-reset',
    ...(sheet.second_factors > 0 ? (['remove-factors'] as const) : []),
    'change-address',
    sheet.disabled_at === null ? 'disable' : 'enable',
    ...(sheet.deletes_at === null ? (['delete'] as const) : []),
  ];
}

function Head({ sheet, reason, refresh }: SheetProps) {
  const { t } = useTranslation();
  const { name, email, disabled_at: disabled, operator_role: role } = sheet;
  return (
    <PageHeader
      title={name || email}
      documentTitle={t('console.person.title')}
      sub={name && <span className="wrap-anywhere">{email}</span>}
      beside={
        <>
          {disabled !== null && <Badge tone="bad">{t('console.person.disabled')}</Badge>}
          {role !== null && <Badge tone="info">{t(`console.person.operator.${role}`)}</Badge>}
        </>
      }
      actions={sheet.can_be_seen && <SeeAsPerson {...{ sheet, reason, refresh }} />}
    />
  );
}

interface AskingProps extends Pick<SheetProps, 'sheet'> {
  readonly onAsk: () => void;
}

/** Says what the person is not allowed to do at present. */
function Limits({ sheet, onAsk }: AskingProps) {
  const { t, i18n } = useTranslation();
  const isKnown = (key: string): key is keyof typeof consoleWords.limit =>
    i18n.exists(`console.limit.${key}`);
  const toWords = (limit: string) => {
    const key = limit.replaceAll(' ', '-');
    return isKnown(key) ? t(`console.limit.${key}`) : limit;
  };
  return (
    <Notice
      tone="warn"
      title={t('console.person.limits')}
      actions={<ActButton act="lift-limits" onAsk={onAsk} />}
    >
      {sheet.limits.map(toWords).join(' · ')}
    </Notice>
  );
}

/** The change of address that waits, if there is one. */
function AddressChange({ sheet, onAsk }: AskingProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { address_change: change } = sheet;
  if (change === null) {
    return null;
  }
  const effect = formatDateTime(change.takes_effect_at, language);
  const giveUp = formatDateTime(change.gives_up_at, language);
  return (
    <Notice
      tone="warn"
      title={t('console.person.addressChange', { email: change.email })}
      actions={<ActButton act="stop-address-change" onAsk={onAsk} />}
    >
      {t(change.confirmed ? 'console.person.takesEffect' : 'console.person.waitsForMailbox', {
        effect,
        giveUp,
      })}
    </Notice>
  );
}

/** The deletion that waits, if there is one. */
function Deletion({ sheet: { deletes_at: deletesAt }, onAsk }: AskingProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return deletesAt === null ? null : (
    <Notice
      tone="warn"
      title={t('console.person.deletion', { date: formatDateTime(deletesAt, language) })}
      actions={<ActButton act="keep" onAsk={onAsk} />}
    >
      {t('console.person.deletionText')}
    </Notice>
  );
}

function Sessions({ sheet, onAsk }: AskingProps) {
  const { t } = useTranslation();
  const { sessions } = sheet;
  return (
    <SectionCard
      id="sessions"
      title={t('account.sessions.list')}
      aside={sessions.length > 0 && <ActButton act="end-sessions" onAsk={onAsk} />}
    >
      <FoldedList labelledBy="sessions" rows={sessions} empty={t('console.person.noSessions')}>
        {(session) => <SessionItem key={session.id} session={session} />}
      </FoldedList>
    </SectionCard>
  );
}
