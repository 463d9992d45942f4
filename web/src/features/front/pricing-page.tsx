import { useTranslation } from 'react-i18next';
import { PageTitle, usePageTitle } from '../../shared/ui/page-title.tsx';
import { Answers } from './answers.tsx';
import { FrontFrame, largeTitle } from './front-frame.tsx';
import { PlanOffers } from './plan-offers.tsx';

/** All plans with their prices, for everybody. */
export function PricingPage() {
  const { t } = useTranslation();
  const title = t('front.pricing.title');
  usePageTitle(title);

  return (
    <FrontFrame>
      <div className="grid gap-6 py-8 sm:py-12">
        <div className="grid gap-1.5">
          <PageTitle className={largeTitle}>{title}</PageTitle>
          <p className="text-ink-2">{t('front.pricing.sub')}</p>
        </div>
        <PlanOffers heading="h2" />
      </div>
      <Answers />
    </FrontFrame>
  );
}
