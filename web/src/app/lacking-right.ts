import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useConfig, useConfiguredText } from '../shared/config/index.ts';
import { useCurrentSubscription } from '../shared/current-subscription/current-subscription-context.ts';

/** Pages that need more than membership, by their address below the subscription's own. */
const pageNames = {
  users: 'layout.users',
  'users/invite': 'layout.users',
  billing: 'layout.billing',
  settings: 'layout.settings',
  activity: 'layout.activity',
  'billing/change-plan': 'billing.actions.changePlan',
  'billing/cancel': 'billing.actions.cancel',
  'billing/payment-methods': 'billing.actions.paymentMethods',
  'billing/update-details': 'billing.actions.details',
  'billing/transfer-ownership': 'billing.actions.transfer',
} as const;

interface Required {
  readonly permissions: readonly string[];
  readonly owner: boolean;
}

/** Says which right the page needs, and who can give it. */
export function useLackingRight({ permissions, owner }: Required): {
  readonly sentence: string;
  readonly detail: string;
} {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const config = useConfig();
  const configuredText = useConfiguredText();
  const { subscription } = useCurrentSubscription();
  const { settings, owner_name: ownerName } = subscription;
  const words = {
    page: toPageName(pathname, t),
    project: settings.name || t('subscription.untitled'),
    owner: ownerName ?? '',
    permission: config.permissions
      .filter(({ key }) => permissions.includes(key))
      .map(({ label }) => configuredText(label))
      .join(t('errors.rights.or')),
  };

  if (owner) {
    return {
      sentence: t('errors.refusals.access/owner-only'),
      detail: t(ownerName ? 'errors.rights.ownerNamed' : 'errors.rights.owner', words),
    };
  }
  return {
    sentence: t('errors.refusals.access/denied'),
    detail: t(ownerName ? 'errors.rights.lackingNamed' : 'errors.rights.lacking', words),
  };
}

function toPageName(pathname: string, t: TFunction): string {
  const below = pathname
    .split('/')
    .slice(3)
    .join('/')
    .replace(/(\/invoices\/.*|\/)$/, '');
  const known = (Object.keys(pageNames) as (keyof typeof pageNames)[]).find(
    (name) => name === below,
  );
  return known ? t(pageNames[known]) : document.title;
}
