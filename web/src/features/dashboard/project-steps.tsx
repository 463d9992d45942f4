import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  subscriptionsKey,
  useCurrentSubscription,
  useSubscriptions,
} from '../../shared/current-subscription/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Meter } from '../../shared/ui/meter.tsx';
import { Checklist } from './checklist.tsx';
import { HideButton, HideProblem, StepAction, useStepWords } from './checklist-step.tsx';
import {
  type ChecklistState,
  type StepName,
  useChecklist,
  useHideChecklist,
} from './use-checklist.ts';

/** The first steps of the dashboard on the overview of the person's one project; a strip if one step is left. */
export function ProjectSteps() {
  const { subscription, isOwner } = useCurrentSubscription();
  const { checklistHidden } = useAccount();
  const mayShow = isOwner && !checklistHidden && subscription.status === 'active';
  const isKnown = useWasListed();
  const isAsked = mayShow && isKnown;
  const { subscriptions } = useSubscriptions({ enabled: isAsked, all: false });
  const checklist = useChecklist(isAsked ? subscriptions : undefined);

  if (checklist?.project?.id !== subscription.id) {
    return null;
  }
  const [next, ...later] = checklist.steps.filter(({ isDone }) => !isDone);
  return next && later.length === 0 ? (
    <LastStep name={next.name} checklist={checklist} />
  ) : (
    <Checklist checklist={checklist} />
  );
}

/** Whether the dashboard's list was read before this page: one that came later would push all of the page down. */
function useWasListed(): boolean {
  const queries = useQueryClient();
  const { uid } = useAccount();
  const [wasListed] = useState(() => queries.getQueryData(subscriptionsKey(uid)) !== undefined);
  return wasListed;
}

interface LastStepProps {
  readonly name: StepName;
  readonly checklist: ChecklistState;
}

function LastStep({ name, checklist }: LastStepProps) {
  const { t } = useTranslation();
  const { title, text } = useStepWords(checklist)[name];
  const { busy, error, hide } = useHideChecklist();
  const all = checklist.steps.length;
  const done = all - 1;

  return (
    <Card role="region" aria-labelledby="last-step" className="grid gap-3 px-5 py-3.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2.5">
        <div className="grid min-w-0 flex-[1_1_210px] gap-0.5">
          <h2 id="last-step" className="text-card font-card">
            {t('dashboard.checklist.oneLeft')}
          </h2>
          <p className="text-small wrap-anywhere text-ink-2">
            <span className="font-label text-ink">{title}</span> {text}
          </p>
        </div>
        <div className="flex items-center gap-2.5 text-small text-ink-2 tabular-nums">
          <span className="w-24">
            <Meter used={done} max={all} />
          </span>
          {t('dashboard.checklist.done', { done, all })}
        </div>
        <div className="flex items-start gap-2">
          <StepAction name={name} checklist={checklist} />
          <HideButton busy={busy} onHide={() => void hide()} />
        </div>
      </div>
      {error !== undefined && <HideProblem error={error} />}
    </Card>
  );
}
