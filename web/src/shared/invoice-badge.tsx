import type { Invoice } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from './ui/badge.tsx';

const tones = {
  draft: 'neutral',
  open: 'warn',
  paid: 'good',
  uncollectible: 'bad',
  void: 'neutral',
} as const satisfies Record<string, BadgeTone>;

interface InvoiceStatusProps {
  readonly invoice: Pick<Invoice, 'status' | 'total'>;
}

export function InvoiceBadge({ invoice }: InvoiceStatusProps) {
  const text = useStatusText(invoice);
  const { status } = invoice;
  return <Badge {...(isKnown(status) && { tone: tones[status] })}>{text}</Badge>;
}

const words: Record<BadgeTone, string> = {
  good: 'text-good',
  info: 'text-info',
  warn: 'text-warn',
  bad: 'text-bad',
  accent: 'text-accent',
  neutral: 'text-ink-2',
};

/** The status without the frame of a badge. */
export function InvoiceStatusWord({ invoice }: InvoiceStatusProps) {
  const text = useStatusText(invoice);
  const { status } = invoice;
  return <span className={words[isKnown(status) ? tones[status] : 'neutral']}>{text}</span>;
}

/** A status that is new at the provider is shown as it is. What is below zero was not paid, but kept for later invoices. */
function useStatusText({ status, total }: InvoiceStatusProps['invoice']): string {
  const { t } = useTranslation();
  if (status === 'paid' && total < 0) {
    return t('invoices.status.credit');
  }
  return isKnown(status) ? t(`invoices.status.${status}`) : status;
}

function isKnown(status: string): status is keyof typeof tones {
  return Object.hasOwn(tones, status);
}
