import { useTranslation } from 'react-i18next';
import { PageTitle, usePageTitle } from '../../shared/ui/page-title.tsx';
import { Answers } from './answers.tsx';
import { FrontFrame, largeTitle } from './front-frame.tsx';
import { Comparison } from './lower-parts.ts';
import { PlanOffers } from './plan-offers.tsx';
import { SentPart } from './sent-part.tsx';
import { WithOffers } from './with-offers.tsx';

/** All plans with their prices, for everybody. */
export function PricingPage() {
  const { t } = useTranslation();
  const title = t('front.pricing.title');
  usePageTitle(title);

  return (
    <WithOffers>
      {(offers) => (
        <FrontFrame>
          <div className="grid gap-6 py-8 sm:py-12">
            <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
              <div className="grid min-w-0 flex-[1_1_300px] gap-1.5">
                <PageTitle className={largeTitle}>{title}</PageTitle>
                <p className="text-ink-2">{t('front.pricing.sub')}</p>
              </div>
              {offers.control}
            </div>
            <PlanOffers offers={offers} heading="h2" />
            <SentPart name="comparison">
              <Comparison />
            </SentPart>
          </div>
          <Answers />
        </FrontFrame>
      )}
    </WithOffers>
  );
}
