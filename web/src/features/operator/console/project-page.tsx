import {
  actOnSubscription,
  type PastAct,
  type SubscriptionAct,
  type SubscriptionSheet,
} from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useApi } from '../../../shared/api/index.ts';
import { useConfig } from '../../../shared/config/index.ts';
import { formatDate, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { usePriceText } from '../../../shared/plans/use-price-text.ts';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { ActCard, type ExplainedAct, isAct } from './act-button.tsx';
import { ActDialog } from './act-dialog.tsx';
import { AskReason } from './ask-reason.tsx';
import { HistoryCard } from './history-card.tsx';
import { LookState } from './look-state.tsx';
import { BillingCard, heirsOf, ProjectActivity, ProjectPeople } from './project-cards.tsx';
import { ProjectFacts } from './project-facts.tsx';
import { leftOf, ProjectInvitations, ProjectInvoices } from './project-lists.tsx';
import { ProjectStatus } from './project-status.tsx';
import { useActing } from './use-acting.ts';
import { useLookAtProject } from './use-look.ts';
import { usePlanTitle } from './use-plan-title.ts';
import { useReason } from './use-reason.ts';

/** Shows a project to operators, with all that they can do for its team. */
export function ProjectPage() {
  const { subscriptionId: id = '' } = useParams();
  return <Project key={id} id={id} />;
}

function Project({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  const { reason, give } = useReason(id);
  return reason === undefined ? (
    <AskReason title={t('console.project.title')} onGive={give} />
  ) : (
    <Look id={id} reason={reason} />
  );
}

function Look({ id, reason }: { readonly id: string; readonly reason: string }) {
  const { t } = useTranslation();
  const { query, dialog } = useLookAtProject(id, reason);
  return (
    <>
      <LookState title={t('console.project.title')} query={query} />
      {query.data && <Sheet sheet={query.data} reason={reason} refresh={() => query.refetch()} />}
      {dialog}
    </>
  );
}

interface SheetProps {
  readonly sheet: SubscriptionSheet;
  readonly reason: string;
  readonly refresh: () => Promise<unknown>;
}

/** An act, with what it is about. */
interface AskedAct {
  readonly act: SubscriptionAct;
  readonly invoice?: SubscriptionSheet['invoices'][number];
  readonly invite?: SubscriptionSheet['invites'][number];
  /** The act that waits for a second operator. */
  readonly waiting?: PastAct;
}

function Sheet({ sheet, reason, refresh }: SheetProps) {
  const { t } = useTranslation();
  const { asked, busy, problem, ask, confirm, dialog } = useActsOn(sheet, refresh);
  const values = useNames(sheet);
  const detailOf = useDetails(sheet);
  const toSentence = useSentence(detailOf);
  const plans = useSoldPlans();
  const { invoice, invite, waiting } = asked ?? {};

  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeader
        title={values.name}
        documentTitle={t('console.project.title')}
        beside={<ProjectStatus status={sheet.status} />}
      />
      <ProjectFacts sheet={sheet} />
      <ProjectPeople sheet={sheet} reason={reason} onTransfer={() => ask({ act: 'transfer' })} />
      <ProjectInvitations
        sheet={sheet}
        onResend={(about) => ask({ act: 'resend-invite', invite: about })}
      />
      <ProjectInvoices sheet={sheet} onRefund={(about) => ask({ act: 'refund', invoice: about })} />
      <HistoryCard
        acts={sheet.acts}
        problem={asked ? undefined : problem}
        detailOf={detailOf}
        onNote={() => ask({ act: 'note' })}
        onDecide={(act, waiting) => ask({ act, waiting })}
      />
      <ProjectActivity sheet={sheet} />
      <BillingCard sheet={sheet} onResync={() => ask({ act: 'resync' })} />
      <ActCard
        id="end"
        title={t('console.project.end')}
        acts={useActsOnEnd(sheet)}
        values={values}
        onAsk={(act) => ask({ act })}
      />
      {asked && (
        <ActDialog
          act={asked.act}
          values={{
            ...values,
            ...(invite && { email: invite.email }),
            ...(invoice && { number: invoice.number ?? invoice.id }),
            ...(waiting && { detail: toSentence(waiting) }),
          }}
          reason={reason}
          left={invoice && leftOf(invoice)}
          members={asked.act === 'transfer' ? heirsOf(sheet) : undefined}
          plans={asked.act === 'give-free-plan' ? plans : undefined}
          busy={busy}
          problem={problem}
          onConfirm={confirm}
          onClose={() => ask(undefined)}
        />
      )}
      {dialog}
    </div>
  );
}

/** Plans that cost something and are sold. */
function useSoldPlans() {
  const planTitle = usePlanTitle();
  return useConfig()
    .plans.filter(({ free, legacy }) => !free && !legacy)
    .map(({ id }) => ({ id, title: planTitle(id) }));
}

function useActsOn(sheet: SubscriptionSheet, refresh: () => Promise<unknown>) {
  const api = useApi();
  const { subscription_id: subscriptionId, seen: newest } = sheet;
  return useActing<AskedAct>({
    seen: newest,
    send: ({ act, invoice, invite, waiting }, given) =>
      api.call(actOnSubscription, {
        subscriptionId,
        act,
        ...given,
        ...(invoice && { invoiceId: invoice.id }),
        ...(invite && { inviteId: invite.id }),
        ...(waiting?.number && { of: waiting.number }),
      }),
    refresh,
  });
}

function useNames(sheet: SubscriptionSheet) {
  const { name, ends_at: endsAt, period_end: periodEnd, moves_to: movesTo, frequency } = sheet;
  const { t } = useTranslation();
  const priceText = usePriceText();
  const language = useLanguage();
  const end = endsAt ?? periodEnd;
  return {
    name: name ?? t('subscription.untitled'),
    ...(end !== null && { date: formatDate(end, language) }),
    ...(movesTo && { price: priceText(movesTo, frequency ?? undefined) }),
  };
}

/** The act that is decided about, as the history names it. */
function useSentence(detailOf: (act: PastAct) => string | undefined) {
  const { t } = useTranslation();
  return (past: PastAct) => {
    const name = isAct(past.act) ? t(`console.act.${past.act}.button`) : past.act;
    const detail = detailOf(past);
    return detail ? `${name} · ${detail}` : name;
  };
}

/** Which invoice, invitation or person an act of the history was about, or for how long it was. */
function useDetails({ invoices, invites, people }: SubscriptionSheet) {
  const { t } = useTranslation();
  const planTitle = usePlanTitle();
  return ({ details }: PastAct): string | undefined => {
    const { invoiceId, inviteId, memberId, amount, days, months, planId } = details;
    if (months !== undefined) {
      const time = t('console.history.months', { count: months });
      return planId === undefined ? time : `${planTitle(planId)} · ${time}`;
    }
    if (days !== undefined) {
      return t('console.history.days', { count: days });
    }
    const invoice = invoices.find(({ id }) => id === invoiceId);
    if (invoice && amount !== undefined) {
      const number = invoice.number ?? invoice.id;
      return t('console.history.refund', { amount: formatMoney(amount, invoice.currency), number });
    }
    const email = invites.find(({ id }) => id === inviteId)?.email;
    return email ?? people.find(({ uid }) => uid === memberId)?.email;
  };
}

/** Those that are possible now. */
function useActsOnEnd(sheet: SubscriptionSheet): readonly (SubscriptionAct & ExplainedAct)[] {
  const { billing, plans } = useConfig();
  const { status, plan_id: planId, price, ends_at: endsAt, period_end: periodEnd } = sheet;
  if (status === 'canceled') {
    return [];
  }
  const isFree = plans.find(({ id }) => id === planId)?.free === true;
  const mayWait = billing.cancel !== 'now' && price !== null && periodEnd !== null;
  return [
    ...(sheet.moves_to === null ? [] : (['move-price'] as const)),
    ...(sheet.trial_ends_at === null ? [] : (['extend-trial'] as const)),
    ...(isRenewing(sheet) ? (['give-free-time'] as const) : []),
    ...(isFree && status === 'active' ? (['give-free-plan'] as const) : []),
    ...(sheet.free_until === null ? [] : (['end-free-time'] as const)),
    ...(endsAt === null ? [] : (['resume'] as const)),
    ...(endsAt === null && mayWait ? (['end-with-period'] as const) : []),
    'end-now',
  ];
}

/** The server knows better; it also looks at coming plan changes. */
const isRenewing = ({ status, price, trial_ends_at: trialEnd, ends_at: end }: SubscriptionSheet) =>
  status === 'active' && price !== null && price.amount > 0 && trialEnd === null && end === null;
