import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguredText } from '../../shared/config/index.ts';
import {
  type CurrentSubscription,
  CurrentSubscriptionContext,
} from '../../shared/current-subscription/current-subscription.ts';
import { ProjectMark } from '../../shared/current-subscription/project-mark.tsx';
import { useSeatsText } from '../../shared/plans/seats.ts';
import { useProjects } from '../search/use-projects.ts';
import { OpenSearch } from './open-search.ts';

/** The open project with its plan and seats; leads to the search, which has all others. */
export function MobileMenuProject({ onClose }: { readonly onClose: () => void }) {
  const current = useContext(CurrentSubscriptionContext);
  return current && <ProjectButton current={current} onClose={onClose} />;
}

interface ProjectButtonProps {
  readonly current: CurrentSubscription;
  readonly onClose: () => void;
}

function ProjectButton({ current, onClose }: ProjectButtonProps) {
  const { t } = useTranslation();
  const openSearch = useContext(OpenSearch);
  const { id, settings, status } = current.subscription;
  const name = settings.name || t('subscription.untitled');

  function handlePress() {
    onClose();
    openSearch();
  }

  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={handlePress}
      className="mb-1.5 flex h-[60px] w-full items-center gap-3 rounded-control bg-sunken px-3 text-left"
    >
      <ProjectMark id={id} name={name} size="small" ended={status === 'canceled'} />
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-card">
          <bdi>{name}</bdi>
        </span>
        <span className="truncate text-small text-ink-2 tabular-nums">{useFacts(current)}</span>
      </span>
      <ChevronsUpDown aria-hidden="true" className="size-4 shrink-0 text-ink-2" />
      <span className="sr-only">{t('shell.switcher.title')}</span>
    </button>
  );
}

function useFacts({ subscription, plan }: CurrentSubscription): string {
  const { t } = useTranslation();
  const configuredText = useConfiguredText();
  const seatsText = useSeatsText();
  const seats = useProjects()?.find(({ id }) => id === subscription.id)?.seats;
  if (subscription.status === 'canceled') {
    return t('subscription.status.canceled');
  }
  return [plan && configuredText(plan.titleKey), seats && seatsText(seats)]
    .filter(Boolean)
    .join(' · ');
}
