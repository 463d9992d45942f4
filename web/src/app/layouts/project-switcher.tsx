import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { ProjectMark } from '../../shared/current-subscription/project-mark.tsx';
import { StateChip, useStateText } from '../../shared/current-subscription/state-chip.tsx';
import { StatusBadge } from '../../shared/current-subscription/status-badge.tsx';
import { loadPatiently } from '../../shared/online/load-patiently.ts';
import { Badge } from '../../shared/ui/badge.tsx';

const SwitcherPanel = lazy(async () => ({
  default: (await loadPatiently(() => import('../search/switcher-panel.tsx'))).SwitcherPanel,
}));

const widest = 340;
const margin = 12;

/** Which project one is in, and the way to the others; on a phone too. */
export function ProjectSwitcher() {
  const { t } = useTranslation();
  const { subscription } = useCurrentSubscription();
  const [left, setLeft] = useState<number>();
  const button = useRef<HTMLButtonElement>(null);
  const isOver = subscription.status === 'canceled';
  const project = subscription.settings.name || t('subscription.untitled');

  function open() {
    const { left: x = 0 } = button.current?.getBoundingClientRect() ?? {};
    setLeft(Math.max(margin, Math.min(x, window.innerWidth - widest - margin)));
  }

  return (
    <>
      <span aria-hidden="true" className="text-ink-3 max-md:hidden">
        /
      </span>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={left !== undefined}
        aria-label={t('shell.switcher.open', { project })}
        onClick={open}
        className="flex h-[38px] min-w-0 items-center gap-2 rounded-control px-2 text-label hover:bg-sunken aria-expanded:bg-sunken max-md:-ml-1"
      >
        <ProjectMark id={subscription.id} name={project} size="small" ended={isOver} />
        <bdi className="truncate font-card">{project}</bdi>
        <span className="max-sm:hidden">
          <StatusOrPlan />
        </span>
        <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
      </button>
      {left !== undefined && (
        <Suspense>
          <SwitcherPanel left={left} onClose={() => setLeft(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** The one thing to know about the project beside its name: its trouble, or else its plan. */
function StatusOrPlan() {
  const configuredText = useConfiguredText();
  const stateText = useStateText();
  const { subscription, plan } = useCurrentSubscription();
  if (subscription.status === 'canceled') {
    return <StatusBadge subscription={subscription} />;
  }
  if (stateText(subscription)) {
    return <StateChip subscription={subscription} />;
  }
  return plan && <Badge>{configuredText(plan.titleKey)}</Badge>;
}
