import type { Activity, ActivityDetails, HearthAction } from '@hearth/contract';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../config/index.ts';
import { formatDate, useLanguage } from '../i18n/index.ts';
import type { activity as words } from '../i18n/locales/en/activity.ts';
import { type ChangeWords, useValueNames, type ValueNames } from './use-value-names.ts';

/** An event in words. */
interface ActivityWords {
  readonly sentence: ReactNode;
  /** Without the bold names. */
  readonly text: string;
  readonly change?: ChangeWords | undefined;
  readonly note?: string | undefined;
}

/** Says who did what to whom, with the values that were recorded. */
export function useActivityWords(): (activity: Activity) => ActivityWords {
  const { t, i18n } = useTranslation();
  const language = useLanguage();
  const { productName } = useConfig();
  const names = useValueNames();

  /** A newer server may list what this page has no sentence for. */
  const hasSentence = (action: string): action is HearthAction =>
    i18n.exists(`activity.sentences.${action}`);

  function toNote({ open_until, payment }: ActivityDetails): string | undefined {
    return open_until
      ? t('activity.openUntil', { date: formatDate(open_until, language) })
      : (payment?.invoice_number ?? undefined);
  }

  return (activity) => {
    const { action, actor, inviter, details = {} } = activity;
    const doer = actor.id === '' ? productName : actor.name || t('activity.goneActor');
    if (!hasSentence(action)) {
      const text = t('activity.other', { actor: doer, action });
      return { sentence: text, text };
    }
    const people = {
      actor: withMarks(doer),
      subject: withMarks(toSubject(activity, t)),
      inviter: withMarks(inviter?.name ?? ''),
    };
    const told = tell[action]?.({ details, inviter: inviter?.name, names });
    const marked = told
      ? t(`activity.details.${told.key}`, { ...noValues, ...told.values, ...people })
      : t(`activity.sentences.${action}`, { ...details.values, ...people });
    return {
      sentence: emphasize(marked),
      text: marked.replaceAll(mark, ''),
      change: names.toChange(details),
      note: toNote(details),
    };
  };
}

/** Stands on both sides of a person's name, until the sentence is complete; no name has it. */
const mark = '\u0001';

const withMarks = (name: string) => name && `${mark}${name}${mark}`;

/** Sets the people in bold. The sentence is split after the translation, so that no name is read as markup. */
function emphasize(marked: string): ReactNode {
  return marked.split(mark).map((text, index) =>
    index % 2 === 0 ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their places.
      <b key={index} className="font-card">
        {text}
      </b>
    ),
  );
}

/** Actions whose sentence says by itself that the person left. */
const isParting = /^member\.(removed|left|disowned)$/;

function toSubject({ action, subject }: Activity, t: TFunction): string {
  const gone = action.startsWith('invite.') ? 'activity.goneInvite' : 'activity.goneSubject';
  const name = subject.joined_as || subject.name || t(gone);
  return subject.left && !isParting.test(action) ? t('activity.left', { name }) : name;
}

interface Recorded {
  readonly details: ActivityDetails;
  readonly inviter: string | undefined;
  readonly names: ValueNames;
}

interface Told {
  readonly key: keyof typeof words.details;
  readonly values?: Partial<typeof noValues>;
}

const noValues = { amount: '', card: '', plan: '', role: '', date: '' };

type Tell = (recorded: Recorded) => Told | undefined;

/** By whether the card is known. */
const ofPayment =
  (withCard: Told['key'], without: Told['key']): Tell =>
  ({ details: { payment }, names }) => {
    if (!payment) {
      return undefined;
    }
    const amount = names.money(payment.amount);
    return payment.card
      ? { key: withCard, values: { amount, card: names.card(payment.card) } }
      : { key: without, values: { amount } };
  };

/** Sentences that say more than those without recorded values. */
const tell: Partial<Record<HearthAction, Tell>> = {
  'subscription.created': ({ details: { plan_id }, names }) =>
    plan_id?.to ? { key: 'createdOn', values: { plan: names.plan(plan_id.to) } } : undefined,
  'subscription.plan-changed': ({ details: { plan_id, frequency } }) =>
    frequency && plan_id?.from === plan_id?.to ? { key: 'paysOtherwise' } : undefined,
  'subscription.plan-change-scheduled': ({ details: { takes_effect_at: at }, names }) =>
    at ? { key: 'changesOn', values: { date: names.date(at) } } : undefined,
  'subscription.plan-change-undone': ({ details: { takes_effect_at: at }, names }) =>
    at ? { key: 'keptPlan', values: { date: names.date(at) } } : undefined,
  'subscription.end-scheduled': ({ details: { ends_at }, names }) =>
    ends_at ? { key: 'endsOn', values: { date: names.date(ends_at) } } : undefined,
  'subscription.trial-extended': ({ details: { trial_ends_at: at }, names }) =>
    at ? { key: 'trialUntil', values: { date: names.date(at) } } : undefined,
  'subscription.free-time-given': ({ details: { free_until: at, plan_id }, names }) => {
    if (!at) {
      return undefined;
    }
    const date = names.date(at);
    return plan_id?.to
      ? { key: 'planFreeUntil', values: { plan: names.plan(plan_id.to), date } }
      : { key: 'freeUntil', values: { date } };
  },
  'subscription.free-time-ended': ({ details: { plan_id } }) =>
    plan_id ? { key: 'planTakenBack' } : undefined,
  'subscription.canceled': ({ details: { ends_at } }) => (ends_at ? { key: 'ended' } : undefined),
  'subscription.settings-updated': ({ details: { name, second_factor: factor } }) => {
    if (factor) {
      return { key: factor.to ? 'factorRequired' : 'factorFreed' };
    }
    return name && name.from !== name.to ? { key: 'renamed' } : undefined;
  },
  'subscription.past-due': ofPayment('declined', 'failed'),
  'billing.payment-received': ofPayment('paidWith', 'paid'),
  'billing.payment-refunded': ofPayment('refunded', 'refunded'),
  'billing.payment-disputed': ofPayment('disputed', 'disputed'),
  'billing.dispute-closed': ofPayment('disputeClosed', 'disputeClosed'),
  'billing.card-removed': ({ details: { card }, names }) =>
    card?.from ? { key: 'cardDeleted', values: { card: names.card(card.from) } } : undefined,
  'invite.created': ({ details: { permissions }, names }) =>
    permissions?.to
      ? { key: 'invitedAs', values: { role: names.role(permissions.to) } }
      : undefined,
  'invite.accepted': ({ details: { permissions }, inviter, names }) =>
    permissions?.to
      ? {
          key: inviter ? 'joinedBy' : 'joinedAs',
          values: { role: names.role(permissions.to) },
        }
      : undefined,
};
