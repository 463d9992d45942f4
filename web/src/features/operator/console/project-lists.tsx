import type { Money, SubscriptionSheet } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMoney, useLanguage } from '../../../shared/i18n/index.ts';
import { InvoiceBadge } from '../../../shared/invoice-badge.tsx';
import { Badge, type BadgeTone } from '../../../shared/ui/badge.tsx';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { ActButton } from './act-button.tsx';
import { FoldedList, ListRow } from './folded-list.tsx';

type SheetInvite = SubscriptionSheet['invites'][number];
type SheetInvoice = SubscriptionSheet['invoices'][number];

const inviteTones: Readonly<Record<SheetInvite['status'], BadgeTone>> = {
  pending: 'warn',
  accepted: 'good',
  rejected: 'neutral',
  revoked: 'neutral',
  expired: 'neutral',
};

interface ProjectInvitationsProps {
  readonly sheet: SubscriptionSheet;
  readonly onResend: (invite: SheetInvite) => void;
}

/** Whom the project invited; what waits or has run out can be sent again. */
export function ProjectInvitations({ sheet, onResend }: ProjectInvitationsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isRunning = sheet.status !== 'canceled';
  return (
    <SectionCard id="invitations" title={t('console.project.invitations')}>
      <FoldedList
        labelledBy="invitations"
        rows={sheet.invites}
        empty={t('console.project.noInvitations')}
      >
        {(invite) => {
          const { id, email, status, created_at: created, expires_at: expires } = invite;
          const isPending = status === 'pending';
          return (
            <ListRow
              key={id}
              title={email}
              sub={
                isPending
                  ? t('console.project.until', { date: formatDate(expires, language) })
                  : t('console.project.sentOn', { date: formatDate(created, language) })
              }
              aside={
                <>
                  <Badge tone={inviteTones[status]}>
                    {t(`console.project.invitation.${status}`)}
                  </Badge>
                  {isRunning && (isPending || status === 'expired') && (
                    <ActButton
                      act="resend-invite"
                      label={t('console.project.resendTo', { email })}
                      onAsk={() => onResend(invite)}
                    />
                  )}
                </>
              }
            />
          );
        }}
      </FoldedList>
    </SectionCard>
  );
}

/** Part of a paid invoice that has not been refunded, as far as it is known here. */
export function leftOf({ refundable, currency }: SheetInvoice): Money {
  return { amount: refundable, currency };
}

interface ProjectInvoicesProps {
  readonly sheet: SubscriptionSheet;
  readonly onRefund: (invoice: SheetInvoice) => void;
}

export function ProjectInvoices({ sheet, onRefund }: ProjectInvoicesProps) {
  const { t } = useTranslation();
  return (
    <SectionCard id="invoices" title={t('console.find.invoices')}>
      <FoldedList
        labelledBy="invoices"
        rows={sheet.invoices}
        empty={t('console.project.noInvoices')}
      >
        {(invoice) => <InvoiceRow key={invoice.id} invoice={invoice} onRefund={onRefund} />}
      </FoldedList>
    </SectionCard>
  );
}

interface InvoiceRowProps extends Pick<ProjectInvoicesProps, 'onRefund'> {
  readonly invoice: SheetInvoice;
}

function InvoiceRow({ invoice, onRefund }: InvoiceRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, number, status, total, refunded, currency, paid_outside: isPaidOutside } = invoice;
  const name = number ?? id;
  const money = (amount: number) => formatMoney(amount, currency);
  const facts = [
    formatDate(invoice.created_at, language),
    refunded > 0 && t('invoices.facts.refunded', { amount: money(refunded) }),
    isPaidOutside && t('invoices.facts.paidOutside'),
  ];
  const isRefundable = status === 'paid' && !isPaidOutside && leftOf(invoice).amount > 0;
  return (
    <ListRow
      title={
        <span className="flex flex-wrap gap-x-3">
          <span className="font-card tabular-nums">{money(total)}</span>
          <span translate="no" className="font-mono text-small leading-[23px] break-all">
            {name}
          </span>
        </span>
      }
      sub={facts.filter(Boolean).join(' · ')}
      aside={
        <>
          <InvoiceBadge invoice={invoice} />
          {isRefundable && (
            <ActButton
              act="refund"
              label={t('console.project.refundOf', { number: name })}
              onAsk={() => onRefund(invoice)}
            />
          )}
        </>
      }
    />
  );
}
