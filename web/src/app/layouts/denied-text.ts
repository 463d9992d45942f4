import type { Subscription } from '@hearth/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Why a subscription is closed to the person, and who can open it to them. */
export function useDeniedText(): (known: Subscription | undefined) => string {
  const { t } = useTranslation();
  return useCallback(
    (known) => {
      if (!known) {
        return t('errors.rights.membersOnly');
      }
      const project = known.settings.name || t('subscription.untitled');
      return known.owner_name
        ? t('errors.rights.lostNamed', { project, owner: known.owner_name })
        : t('errors.rights.lost', { project });
    },
    [t],
  );
}
