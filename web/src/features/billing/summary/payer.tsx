import type { Language } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { namesIn } from '../../../shared/i18n/names-in.ts';
import { toServerText } from '../../../shared/i18n/to-server-text.ts';
import { paths } from '../../../shared/paths.ts';
import { classNames } from '../../../shared/ui/class-names.ts';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { Stat, StatNote } from '../shared/stat.tsx';
import { type KnownDetails, useGetBillingDetails } from '../shared/use-get-billing-details.ts';
import { OwnerAction } from './owner-action.tsx';

/** Name, address and tax ID on the invoices. */
export function Payer() {
  const { t } = useTranslation();
  const { isOwner, subscription } = useCurrentSubscription();
  return (
    <Stat
      name={t('billing.payer.title')}
      actions={
        <OwnerAction
          to={paths.updateBillingDetails(subscription.id)}
          name={t('billing.actions.details')}
        >
          {t('billing.actions.edit')}
        </OwnerAction>
      }
    >
      {isOwner ? <Details /> : <StatNote>{t('billing.payer.ownerSees')}</StatNote>}
    </Stat>
  );
}

function Details() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, isPending, isFetching, refetch } = useGetBillingDetails('shown');

  if (isPending) {
    return (
      <SkeletonGroup>
        <PayerSkeleton />
      </SkeletonGroup>
    );
  }
  if (!data) {
    return (
      <RetryNote
        title={t('billing.getBillingError')}
        message={toServerText(error, t, language)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const { name, company, tax_id: taxId, tax_id_status: status } = data;
  if (!name) {
    return <StatNote>{t('billing.payer.none')}</StatNote>;
  }
  return (
    <span className="grid gap-0.5 wrap-anywhere">
      <span className="font-card">{company || name}</span>
      {company && <StatNote>{name}</StatNote>}
      {toLines(data.address, language).map((line) => (
        <StatNote key={line}>{line}</StatNote>
      ))}
      {taxId && <StatNote>{t('billing.payer.taxId', { id: taxId })}</StatNote>}
      {status === 'unverified' && (
        <span className="text-small text-warn">{t('payment.business.statuses.unverified')}</span>
      )}
    </span>
  );
}

/** As high as name, street, city and country; a free project has none of them, since nobody has asked. */
export function PayerSkeleton() {
  const isFree = useCurrentSubscription().plan?.free === true;
  const lines = isFree ? ['w-32'] : ['w-32', 'w-44', 'w-36', 'w-24'];
  return (
    <div className="grid gap-1.5">
      {lines.map((width) => (
        <Skeleton key={width} className={classNames('h-[17.5px]', width)} />
      ))}
    </div>
  );
}

/** The street first, or the country first if the page is in Chinese. */
function toLines(address: KnownDetails['address'], language: Language): readonly string[] {
  const { line1, line2, city, state, postal_code, country } = address;
  const land = country && namesIn(language, 'region')(country);
  const street = [line1, line2].filter(Boolean).join(', ');
  const region = [state, postal_code].filter(Boolean).join(' ');
  const lines =
    language === 'zh'
      ? [[land, state, city].filter(Boolean).join(' '), street, postal_code]
      : [street, [city, region].filter(Boolean).join(', '), land];
  return [...new Set(lines.filter(Boolean))];
}
