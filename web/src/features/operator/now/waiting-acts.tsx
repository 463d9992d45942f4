import type { OperatorNow } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { TextLink } from '../../../shared/ui/text-link.tsx';
import { isAct } from '../console/act-button.tsx';
import { FoldedList, ListRow } from '../console/folded-list.tsx';

type WaitingAct = OperatorNow['acts'][number];

/** Acts that wait for a second operator. They are decided on the page of the project, where the reasons are. */
export function WaitingActs({ acts }: { readonly acts: readonly WaitingAct[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <SectionCard id="waiting-acts" title={t('now.acts')}>
      <FoldedList labelledBy="waiting-acts" rows={acts} empty="">
        {({ subscription_id: id, name, number, act, reason, operator, at }) => (
          <ListRow
            key={`${id} ${number}`}
            title={
              <>
                <p className="font-card">{isAct(act) ? t(`console.act.${act}.button`) : act}</p>
                <p>
                  <TextLink to={paths.operatorProject(id)}>{name ?? t('now.unnamed')}</TextLink>
                </p>
                <p>{reason}</p>
              </>
            }
            sub={`${operator ?? t('console.history.noOperator')} · ${formatDateTime(at, language)}`}
          />
        )}
      </FoldedList>
    </SectionCard>
  );
}
