import type { ActivityDetails, Frequency, Money } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { brandName } from '../card-brand.ts';
import { planById, useConfig } from '../config/index.ts';
import { useTimeZone } from '../current-subscription/index.ts';
import { usePermissionsText } from '../current-subscription/use-role-text.ts';
import { formatDate, formatMoney, useLanguage } from '../i18n/index.ts';
import { usePlanWords } from '../plans/use-plan-words.ts';

/** Old and new value. */
export interface ChangeWords {
  /** Empty if there was none. */
  readonly from: string;
  readonly to: string;
}

export type ValueNames = ReturnType<typeof useValueNames>;

/** Names of the plans, roles, cards, amounts and dates of an event. */
export function useValueNames() {
  const { t } = useTranslation();
  const language = useLanguage();
  const timeZone = useTimeZone();
  const config = useConfig();
  const role = usePermissionsText();
  const { planText } = usePlanWords();

  function plan(id: string, frequency?: Frequency): string {
    const found = planById(config, id);
    return found ? planText(found, frequency) : id;
  }

  function card(named: { readonly brand: string; readonly last4: string }): string {
    return t('activity.card', { brand: brandName(named), last4: named.last4 });
  }

  const renamed = ({ name }: ActivityDetails) =>
    name && { from: name.from ?? t('subscription.untitled'), to: name.to ?? '' };
  const replanned = ({ plan_id: { from, to } = nothing, frequency }: ActivityDetails) =>
    from &&
    to && {
      from: plan(from, frequency?.from ?? undefined),
      to: plan(to, frequency?.to ?? undefined),
    };
  const permitted = ({ permissions: { from, to } = nothing }: ActivityDetails) =>
    from && to && { from: role(from), to: role(to) };
  const recharged = ({ card: { from, to } = nothing }: ActivityDetails) =>
    to && { from: from ? card(from) : '', to: card(to) };

  /** The value that was exchanged for another; a first value is part of the sentence. */
  function toChange(details: ActivityDetails): ChangeWords | undefined {
    const [change] = [renamed, replanned, permitted, recharged].flatMap(
      (read) => read(details) || [],
    );
    return change && change.from !== change.to ? change : undefined;
  }

  const money = ({ amount, currency }: Money) => formatMoney(amount, currency);
  const date = (instant: string) => formatDate(instant, language, timeZone);
  return { plan, role, card, money, date, toChange };
}

const nothing = { from: null, to: null };
