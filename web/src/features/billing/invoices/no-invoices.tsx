import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { paths } from '../../../shared/paths.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Drawing } from '../../../shared/ui/drawing.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';

const style = 'grid justify-items-center gap-4 px-5 pt-6 pb-8 text-center';

/** No invoices: when the first one comes, and for the owner of a free project the way to it. */
export function NoInvoices() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const { comes, canChoose } = useFirstInvoice();
  return (
    <div className={style}>
      <Drawing name="paper" />
      <div className="grid max-w-[44ch] gap-1">
        <p className="text-card font-card">{t('invoices.empty')}</p>
        {comes && <p className="text-ink-2">{t('invoices.emptyText')}</p>}
      </div>
      {canChoose && (
        <ButtonLink to={paths.changePlan(subscription.id)}>{t('invoices.seePlans')}</ButtonLink>
      )}
    </div>
  );
}

/** Same height as what a free project shows. */
export function NoInvoicesSkeleton() {
  const { comes, canChoose } = useFirstInvoice();
  return (
    <SkeletonGroup className={style}>
      <Skeleton className="h-28 w-[132px]" />
      <Skeleton className={comes ? 'h-[51px] w-64' : 'h-6 w-52'} />
      {canChoose && <Skeleton className="h-[38px] w-24" />}
    </SkeletonGroup>
  );
}

/** Whether a paid plan would bring the first invoice, and whether the person may choose one. */
function useFirstInvoice(): { readonly comes: boolean; readonly canChoose: boolean } {
  const { payments } = useConfig();
  const { subscription, plan, isOwner } = useCurrentSubscription();
  const comes = plan?.free === true && subscription.status === 'active' && payments.selling;
  return { comes, canChoose: comes && isOwner };
}
