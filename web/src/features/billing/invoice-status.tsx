import { useTranslation } from 'react-i18next';
import { Badge, type BadgeTone } from '../../shared/ui/badge.tsx';

const tones = {
  draft: 'neutral',
  open: 'warn',
  paid: 'good',
  uncollectible: 'bad',
  void: 'neutral',
} as const satisfies Record<string, BadgeTone>;

/** A status that the provider has invented since stands there as it is. */
export function InvoiceStatus({ status }: { readonly status: string }) {
  const { t } = useTranslation();
  return isKnown(status) ? (
    <Badge tone={tones[status]}>{t(`invoices.status.${status}`)}</Badge>
  ) : (
    <Badge>{status}</Badge>
  );
}

function isKnown(status: string): status is keyof typeof tones {
  return Object.hasOwn(tones, status);
}
