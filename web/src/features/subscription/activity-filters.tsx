import { type ActivityKind, type ActivityParty, activityKinds } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../shared/session/index.ts';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { ToolSelect } from '../../shared/ui/tool-select.tsx';
import type { ActivityFilter } from './use-get-activity.ts';

export const times = ['7', '30', '90', '365', 'all'] as const;

type Time = (typeof times)[number];

export interface ActivityChoice {
  readonly kind: ActivityKind | 'all';
  /** uid of the person who acted; empty for anyone. */
  readonly actorId: string;
  /** Days from now. */
  readonly time: Time;
}

/** Initial choice of the page. */
export const lately: ActivityChoice = { kind: 'all', actorId: '', time: '90' };

export const everything: ActivityChoice = { ...lately, time: 'all' };

export function toFilter({ kind, actorId, time }: ActivityChoice): ActivityFilter {
  return {
    ...(kind !== 'all' && { kind }),
    ...(actorId !== '' && { actorId }),
    ...(time !== 'all' && { days: Number(time) }),
  };
}

interface ActivityFiltersProps {
  readonly value: ActivityChoice;
  /** People who may be chosen. */
  readonly actors: readonly ActivityParty[];
  readonly onChange: (choice: ActivityChoice) => void;
}

/** Which kind of events, who did it, and how long ago. */
export function ActivityFilters({ value, actors, onChange }: ActivityFiltersProps) {
  const { t } = useTranslation();
  const actorName = useActorName();
  const kinds = (['all', ...activityKinds] as const).map((kind) => ({
    value: kind,
    label: t(`activity.kind.${kind}`),
  }));

  function chooseTime(chosen: string) {
    const time = times.find((each) => each === chosen) ?? lately.time;
    onChange({ ...value, time });
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label={t('activity.kinds')}
        options={kinds}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind })}
      />
      <div className="flex min-w-0 flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2 max-sm:[&>select]:w-full sm:ml-auto sm:[&>select]:max-w-60">
        <ToolSelect
          label={t('activity.actor')}
          value={value.actorId}
          onChange={(actorId) => onChange({ ...value, actorId })}
        >
          <option value="">{t('activity.anyone')}</option>
          {actors.map((actor) => (
            <option key={actor.id} value={actor.id}>
              {actorName(actor)}
            </option>
          ))}
        </ToolSelect>
        <ToolSelect label={t('activity.time')} value={value.time} onChange={chooseTime}>
          {times.map((time) => (
            <option key={time} value={time}>
              {t(`activity.times.${time}`)}
            </option>
          ))}
        </ToolSelect>
      </div>
    </div>
  );
}

function useActorName(): (actor: ActivityParty) => string {
  const { t } = useTranslation();
  const { uid } = useAccount();
  return ({ id, name, left }) => {
    if (id === uid) {
      return t('activity.you', { name });
    }
    return left ? t('activity.left', { name }) : name;
  };
}
