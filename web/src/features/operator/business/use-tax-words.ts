import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { namesIn } from '../../../shared/i18n/names-in.ts';

interface Tax {
  readonly country?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly rate?: number | null | undefined;
  readonly reverse_charge?: boolean | undefined;
}

/** Names the place and the rate of a tax. */
export function useTaxWords() {
  const { t } = useTranslation();
  const countryName = namesIn(useLanguage(), 'region');

  function placeText({ country, state }: Tax): string {
    if (!country) {
      return t('business.unknownCountry');
    }
    return state ? `${countryName(country)}, ${state}` : countryName(country);
  }

  function rateText({ rate, reverse_charge: isReversed }: Tax): string {
    const text = typeof rate === 'number' ? `${rate} %` : t('business.unknownRate');
    return isReversed ? t('business.reverse', { rate: text }) : text;
  }

  return { placeText, rateText };
}
