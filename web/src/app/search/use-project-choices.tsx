import type { Subscription } from '@hearth/contract';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { planById, useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { CurrentSubscriptionContext } from '../../shared/current-subscription/current-subscription.ts';
import { useLeaveFor } from '../../shared/leaving/leave-question.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { ProjectMark } from '../../shared/ui/project-mark.tsx';
import type { Choice } from './choice.ts';
import { lastVisited } from './last-visited.ts';
import { isOwed, useProjects } from './use-projects.ts';

/** A line for each project that is not over, the last visited ones first. */
export function useProjectChoices(group: string): readonly Choice[] {
  const { t } = useTranslation();
  const leaveFor = useLeaveFor();
  const config = useConfig();
  const configuredText = useConfiguredText();
  const { uid } = useAccount();
  const openId = useContext(CurrentSubscriptionContext)?.subscription.id;
  const projects = (useProjects() ?? []).filter(({ status }) => status !== 'canceled');
  const visited = lastVisited(uid, projects);
  const others = projects.filter((project) => !visited.includes(project));

  function toChoice(project: Subscription): Choice {
    const label = project.settings.name || t('subscription.untitled');
    const plan = planById(config, project.plan_id);
    return {
      id: project.id,
      group,
      label,
      hint: isOwed(project) ? t('dashboard.failed') : plan && configuredText(plan.titleKey),
      isCurrent: project.id === openId,
      tone: isOwed(project) ? 'warn' : undefined,
      mark: <ProjectMark id={project.id} name={label} size="small" />,
      keywords: project.id,
      choose: () => leaveFor(paths.subscription(project.id)),
    };
  }

  return [...visited, ...others].map(toChoice);
}
