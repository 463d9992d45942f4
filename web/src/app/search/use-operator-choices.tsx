import { type getOperator, mayOperate, type OutputOf } from '@hearth/contract';
import { useQueryClient } from '@tanstack/react-query';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import { useTranslation } from 'react-i18next';
import { pages } from '../../pages.ts';
import { useLeaveFor } from '../../shared/leaving/leave-question.ts';
import { everyPath, type PageName } from '../../shared/paths.ts';
import { operatorKey, useAccount } from '../../shared/session/index.ts';
import { type Choice, markOf } from './choice.tsx';

/** Pages of operators that the role may open, once the person has opened one. */
export function useOperatorChoices(): readonly Choice[] {
  const { t } = useTranslation();
  const { uid } = useAccount();
  const leaveFor = useLeaveFor();
  const known = useQueryClient().getQueryData<OutputOf<typeof getOperator>>(operatorKey(uid));
  return (Object.keys(pages) as PageName[]).flatMap((name) => {
    const { label, right } = pages[name];
    const isOpen = label && right && known && mayOperate(known.role, right);
    const to = everyPath[name];
    return isOpen
      ? [
          {
            id: to,
            group: t('console.nav'),
            label: t(label),
            mark: markOf(LifeBuoy),
            choose: () => leaveFor(to),
          },
        ]
      : [];
  });
}
