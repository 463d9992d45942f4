import { listInvoices } from '@hearth/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import CreditCard from 'lucide-react/icons/credit-card';
import Download from 'lucide-react/icons/download';
import Repeat from 'lucide-react/icons/repeat';
import UserPlus from 'lucide-react/icons/user-plus';
import { useTranslation } from 'react-i18next';
import { addCardPath } from '../../shared/add-card.ts';
import { useApi } from '../../shared/api/index.ts';
import { useConfig } from '../../shared/config/index.ts';
import type { CurrentSubscription } from '../../shared/current-subscription/current-subscription.ts';
import { billingKey } from '../../shared/current-subscription/index.ts';
import { useLeaveFor } from '../../shared/leaving/leave-question.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { useProjectPages } from '../layouts/page-entries.ts';
import { type Choice, markOf } from './choice.tsx';

/** Pages of the open project, and what the person may do in it. */
export function useCurrentChoices(current: CurrentSubscription | undefined): readonly Choice[] {
  const { t } = useTranslation();
  const leaveFor = useLeaveFor();
  const pages = useProjectPages(current);
  const actions = useCurrentActions(current);
  if (!current) {
    return [];
  }
  const { settings } = current.subscription;
  const group = settings.name || t('subscription.untitled');
  const places = pages.map(({ to, label, keywords, Icon }) => ({
    id: to,
    label,
    mark: markOf(Icon),
    keywords,
    choose: () => leaveFor(to),
  }));
  return [...places, ...actions].map((choice) => ({ ...choice, group }));
}

type Action = Omit<Choice, 'group'>;

function useCurrentActions(current: CurrentSubscription | undefined): readonly Action[] {
  const { t } = useTranslation();
  const leaveFor = useLeaveFor();
  const { payments } = useConfig();
  const invoice = useLatestInvoice(current);
  if (!current) {
    return [];
  }
  const { isOwner, isAdminLevel, subscription } = current;
  const { id, status, cancel_at } = subscription;
  const isOpen = status === 'active' || status === 'past_due';
  const offers: (Action | false)[] = [
    isAdminLevel &&
      isOpen && {
        id: 'invite',
        label: t('shell.palette.invite'),
        mark: markOf(UserPlus),
        keywords: t('palette.also.invite'),
        choose: () => leaveFor(paths.inviteUser(id)),
      },
    isOwner &&
      isOpen &&
      cancel_at !== undefined && {
        id: 'keep',
        label: t('subscription.ending.keep'),
        mark: markOf(CalendarCheck),
        keywords: t('palette.also.keep'),
        // The page says what is kept and what it costs; its first button does it.
        choose: () => leaveFor(paths.subscriptionBilling(id)),
      },
    isOwner &&
      isOpen && {
        id: 'change-plan',
        label: t('billing.actions.changePlan'),
        mark: markOf(Repeat),
        keywords: t('palette.also.changePlan'),
        choose: () => leaveFor(paths.changePlan(id)),
      },
    isOwner &&
      status !== 'canceled' &&
      payments.provider !== 'none' && {
        id: 'add-card',
        label: t('palette.addCard'),
        mark: markOf(CreditCard),
        keywords: t('palette.also.addCard'),
        choose: () => leaveFor(addCardPath(id)),
      },
    invoice !== undefined && {
      id: 'invoice',
      label: t('palette.invoice'),
      hint: invoice.number,
      mark: markOf(Download),
      keywords: t('palette.also.invoice'),
      choose: () => void window.open(invoice.url, '_blank', 'noopener'),
    },
  ];
  return offers.filter((offer) => offer !== false);
}

/** The newest invoice that has a file; the server names the file only to those who may read it. */
function useLatestInvoice(current: CurrentSubscription | undefined) {
  const api = useApi();
  const { uid } = useAccount();
  const subscriptionId = current?.subscription.id ?? '';
  const { data } = useQuery({
    queryKey: [...billingKey(uid, subscriptionId), 'invoices', 'palette'],
    queryFn: current?.isAdminLevel
      ? ({ signal }) => api.call(listInvoices, { subscriptionId, pageSize: '10' }, { signal })
      : skipToken,
  });
  const newest = data?.invoices.find(({ pdf_url }) => pdf_url !== null);
  return newest?.pdf_url ? { url: newest.pdf_url, number: newest.number ?? undefined } : undefined;
}
