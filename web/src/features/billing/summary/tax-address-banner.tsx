import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { paths } from '../../../shared/paths.ts';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';

/** Asks the owner for an address from which taxes can be computed again. */
export function TaxAddressBanner() {
  const { t } = useTranslation();
  const { id } = useCurrentSubscription().subscription;
  return (
    <Notice
      tone="warn"
      title={t('billing.banner.taxAddressTitle')}
      actions={
        <ButtonLink size="small" to={paths.updateBillingDetails(id)}>
          {t('billing.banner.addDetails')}
        </ButtonLink>
      }
    >
      {t('billing.banner.taxAddress')}
    </Notice>
  );
}
