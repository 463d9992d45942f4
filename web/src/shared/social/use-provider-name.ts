import { type SocialProviderName, socialProviderIds } from '@hearth/contract';
import { useTranslation } from 'react-i18next';

/** A provider's name on screen, by its id such as `google.com`. */
export function useProviderName(): (providerId: string) => string {
  const { t } = useTranslation();
  return (providerId) => {
    const names = Object.keys(socialProviderIds) as SocialProviderName[];
    const name = names.find((one) => socialProviderIds[one] === providerId);
    return name ? t(`auth.social.names.${name}`) : providerId;
  };
}
