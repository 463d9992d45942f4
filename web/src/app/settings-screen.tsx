import { useState } from 'react';
import { DangerZone } from '../features/billing/summary/danger-zone.tsx';
import { PaidProject } from '../features/billing/summary/paid-moment.tsx';
import { FirstNameForm, SettingsPage } from '../features/subscription/settings-page.tsx';
import { useCurrentSubscription } from '../shared/current-subscription/index.ts';
import { useJustPaid } from '../shared/plans/use-just-paid.ts';

/** The settings; right after buying, thanks for the payment, with what the project is called first. */
export function SettingsScreen() {
  const { subscription } = useCurrentSubscription();
  const paid = useJustPaid();
  // The question stays while the name is being saved.
  const [isUnnamed] = useState(!subscription.settings.name);

  return paid && subscription.status === 'active' ? (
    <PaidProject paid={paid}>{isUnnamed && <FirstNameForm />}</PaidProject>
  ) : (
    <SettingsPage>
      <DangerZone />
    </SettingsPage>
  );
}
