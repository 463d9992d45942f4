import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../shared/config/index.ts';
import { useCurrentSubscription } from '../../../shared/current-subscription/index.ts';
import { paths } from '../../../shared/paths.ts';
import { useEndOnTheWay } from '../shared/use-end-on-the-way.ts';
import { OffHint, OwnerAction } from './owner-action.tsx';

interface DangerZoneProps {
  /** Element of the page that says why actions are off; without it the zone says so itself. */
  readonly hintId?: string;
}

/** The actions that cannot be taken back, last on the page. */
export function DangerZone({ hintId }: DangerZoneProps) {
  const { t } = useTranslation();
  const { billing } = useConfig();
  const ownHintId = useId();
  const off = { hintId: hintId ?? ownHintId };
  const { id, status, cancel_at } = useCurrentSubscription().subscription;
  // An end that was asked for can still come sooner, unless all wait for the end of the period.
  const date = useEndOnTheWay();
  const canEnd = cancel_at === undefined || billing.cancel !== 'period-end';
  return (
    <section
      aria-labelledby="danger-zone"
      className="rounded-card border border-line bg-surface shadow-lift"
    >
      <div className="grid gap-0.5 border-b border-line px-5 py-4">
        <h2 id="danger-zone" className="text-card font-card">
          {t('billing.danger.title')}
        </h2>
        {status === 'canceled' && (
          <p className="text-small text-ink-2">{t('billing.alreadyCanceled')}</p>
        )}
        {hintId === undefined && <OffHint id={ownHintId} />}
      </div>
      <ul className="divide-y divide-line">
        <Danger text={t('billing.danger.transfer')}>
          <OwnerAction to={paths.transferOwnership(id)} {...off} paidOnly>
            {t('billing.actions.transfer')}
          </OwnerAction>
        </Danger>
        {canEnd && (
          <Danger text={date ? t('billing.danger.endNow', { date }) : t('billing.danger.cancel')}>
            <OwnerAction variant="danger" to={paths.cancelSubscription(id)} {...off}>
              {t(date ? 'billing.danger.endNowAction' : 'billing.actions.cancel')}
            </OwnerAction>
          </Danger>
        )}
      </ul>
    </section>
  );
}

interface DangerProps {
  readonly text: string;
  /** The button. */
  readonly children: ReactNode;
}

function Danger({ text, children }: DangerProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 px-5 py-3.5">
      <p className="min-w-0 flex-[1_1_260px] text-label text-ink-2">{text}</p>
      {children}
    </li>
  );
}
