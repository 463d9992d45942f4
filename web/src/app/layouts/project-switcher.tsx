import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../../shared/config/index.ts';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { ProjectMark } from '../../shared/current-subscription/project-mark.tsx';
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
  const configuredText = useConfiguredText();
  const { subscription, plan } = useCurrentSubscription();
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
          {isOver ? (
            <Badge>{t('subscription.status.canceled')}</Badge>
          ) : (
            plan && <Badge tone="accent">{configuredText(plan.titleKey)}</Badge>
          )}
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
