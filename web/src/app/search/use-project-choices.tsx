import type { Subscription } from '@hearth/contract';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { planById, useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { CurrentSubscriptionContext } from '../../shared/current-subscription/current-subscription.ts';
import { ProjectMark } from '../../shared/current-subscription/project-mark.tsx';
import { StateChip, useStateText } from '../../shared/current-subscription/state-chip.tsx';
import { StatusBadge } from '../../shared/current-subscription/status-badge.tsx';
import { useLeaveFor } from '../../shared/leaving/leave-question.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import type { Choice } from './choice.tsx';
import { lastVisited } from './last-visited.ts';
import { useProjects } from './use-projects.ts';

interface ProjectChoices {
  readonly running: readonly Choice[];
  readonly canceled: readonly Choice[];
}

/** A line for each project; of those that are not over the last visited ones first. */
export function useProjectChoices(group: string): ProjectChoices {
  const { t } = useTranslation();
  const leaveFor = useLeaveFor();
  const config = useConfig();
  const configuredText = useConfiguredText();
  const stateText = useStateText();
  const { uid } = useAccount();
  const openId = useContext(CurrentSubscriptionContext)?.subscription.id;
  const projects = useProjects({ all: true }) ?? [];
  const canceled = projects.filter(isOver);
  const running = projects.filter((project) => !isOver(project));
  const visited = lastVisited(uid, running);
  const others = running.filter((project) => !visited.includes(project));

  function hintOf(project: Subscription): string | undefined {
    if (isOver(project)) {
      return t('subscription.status.canceled');
    }
    const plan = planById(config, project.plan_id);
    return stateText(project) ?? (plan && configuredText(plan.titleKey));
  }

  function chipOf(project: Subscription): ReactNode {
    if (isOver(project)) {
      return <StatusBadge subscription={project} />;
    }
    return stateText(project) && <StateChip subscription={project} />;
  }

  function toChoice(project: Subscription): Choice {
    const label = project.settings.name || t('subscription.untitled');
    return {
      id: project.id,
      group,
      label,
      hint: hintOf(project),
      isCurrent: project.id === openId,
      chip: chipOf(project),
      mark: <ProjectMark id={project.id} name={label} size="small" ended={isOver(project)} />,
      keywords: project.id,
      choose: () => leaveFor(paths.subscription(project.id)),
    };
  }

  return { running: [...visited, ...others].map(toChoice), canceled: canceled.map(toChoice) };
}

function isOver({ status }: Subscription): boolean {
  return status === 'canceled';
}
