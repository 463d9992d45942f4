import type { PastAct } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { ActButton, isAct } from './act-button.tsx';
import { FoldedList, ListRow } from './folded-list.tsx';

interface HistoryCardProps {
  readonly acts: readonly PastAct[];
  /** Why the last act was not done. */
  readonly problem: string | undefined;
  /** Detail of an act, such as a sum. */
  readonly detailOf?: (act: PastAct) => string | undefined;
  readonly onNote: () => void;
  /** Approves or declines an act that waits for a second operator. */
  readonly onDecide?: ((act: 'approve' | 'decline', waiting: PastAct) => void) | undefined;
}

/** Who looked and acted, when and why, newest first. */
export function HistoryCard({ acts, problem, detailOf, onNote, onDecide }: HistoryCardProps) {
  const { t } = useTranslation();
  return (
    <SectionCard
      id="history"
      title={t('console.history.title')}
      aside={<ActButton act="note" onAsk={onNote} />}
    >
      <div className="grid grid-cols-1 gap-4">
        {problem && <Notice tone="bad">{problem}</Notice>}
        <div>
          <FoldedList labelledBy="history" rows={acts} empty="">
            {(act) => (
              <HistoryRow
                key={`${act.at} ${act.act} ${act.operator}`}
                act={act}
                detail={detailOf?.(act)}
                onDecide={onDecide}
              />
            )}
          </FoldedList>
        </div>
      </div>
    </SectionCard>
  );
}

interface HistoryRowProps extends Pick<HistoryCardProps, 'onDecide'> {
  readonly act: PastAct;
  readonly detail: string | undefined;
}

function HistoryRow({ act: past, detail, onDecide }: HistoryRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { act, reason, operator, at, state, end } = past;
  return (
    <ListRow
      title={
        <>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 className="min-w-0 font-card">
              <ActWords act={act} state={state} />
              {detail && ` · ${detail}`}
            </h3>
            {state === 'under-way' && <Badge tone="warn">{t('console.history.underWay')}</Badge>}
            {state === 'refused' && <Badge tone="bad">{t('console.history.refused')}</Badge>}
            {state === 'waiting' && <Badge tone="warn">{t('console.history.waiting')}</Badge>}
            {state === 'approved' && <Badge>{t('console.history.approved')}</Badge>}
            {state === 'declined' && <Badge>{t('console.history.declined')}</Badge>}
          </div>
          {end && <p className="text-ink-2">{t(`console.history.end.${end}`)}</p>}
          {reason && <p>{reason}</p>}
          {state === 'under-way' && (
            <p className="text-ink-2">{t('console.history.underWayText')}</p>
          )}
          {state === 'waiting' && onDecide && (
            <div className="flex flex-wrap gap-2 pt-1">
              {(['approve', 'decline'] as const).map((decision) => (
                <ActButton key={decision} act={decision} onAsk={() => onDecide(decision, past)} />
              ))}
            </div>
          )}
        </>
      }
      sub={`${operator ?? t('console.history.noOperator')} · ${formatDateTime(at, language)}`}
    />
  );
}

/** An unknown act of a newer server is shown by its own name; an act that is not done is not worded as done. */
function ActWords({ act, state }: Pick<PastAct, 'act' | 'state'>) {
  const { t } = useTranslation();
  if (act === 'look' || act === 'export') {
    return t(`console.history.${act}`);
  }
  return isAct(act) ? (
    t(`console.act.${act}.${state === 'done' ? 'done' : 'button'}`)
  ) : (
    <code translate="no">{act}</code>
  );
}
