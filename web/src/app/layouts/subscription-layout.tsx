import { type ComponentProps, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useNavigate } from 'react-router';
import { CurrentSubscriptionProvider } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { notify } from '../../shared/ui/toasts.ts';
import { useDeniedText } from './denied-text.ts';
import { PageSkeleton } from './page-skeleton.tsx';
import { Shell } from './shell.tsx';
import { SubscriptionCrumb } from './subscription-crumb.tsx';
import { useSubscriptionEntries } from './subscription-entries.ts';

type OnFailure = ComponentProps<typeof CurrentSubscriptionProvider>['onFailure'];

/** A subscription that cannot be shown says why and leads home. */
export function SubscriptionLayout() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const deniedText = useDeniedText();
  const handleFailure: OnFailure = useCallback(
    (sentenceKey, known) => {
      const sentence = t(`errors.subscriptionContext.${sentenceKey}`);
      notify.failure(sentence, sentenceKey === 'accessDenied' ? deniedText(known) : undefined);
      void navigate(paths.home, { replace: true });
    },
    [t, navigate, deniedText],
  );

  return (
    <CurrentSubscriptionProvider
      fallback={
        <Shell>
          <PageSkeleton />
        </Shell>
      }
      onFailure={handleFailure}
    >
      <SubscriptionShell />
    </CurrentSubscriptionProvider>
  );
}

function SubscriptionShell() {
  return (
    <Shell entries={useSubscriptionEntries()} crumb={<SubscriptionCrumb />}>
      <Outlet />
    </Shell>
  );
}
