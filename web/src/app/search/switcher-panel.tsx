import House from 'lucide-react/icons/house';
import Plus from 'lucide-react/icons/plus';
import { useTranslation } from 'react-i18next';
import { useLeaveFor } from '../../shared/leaving/leave-question.ts';
import { paths } from '../../shared/paths.ts';
import { ChoiceBox } from './choice-box.tsx';
import { Modal } from './modal.tsx';
import { useProjectChoices } from './use-project-choices.tsx';

interface SwitcherPanelProps {
  readonly left: number;
  readonly onClose: () => void;
}

/** The person's projects below the name of the one that is open. */
export function SwitcherPanel({ left, onClose }: SwitcherPanelProps) {
  const { t } = useTranslation();
  const leaveFor = useLeaveFor();
  const { running } = useProjectChoices('');
  const choices = [
    ...running,
    {
      id: 'all',
      group: t('shell.palette.groups.pages'),
      label: t('shell.switcher.all'),
      mark: <House aria-hidden="true" strokeWidth={1.75} />,
      choose: () => leaveFor(paths.dashboard),
    },
    {
      id: 'add',
      group: t('shell.palette.groups.pages'),
      label: t('shell.switcher.add'),
      mark: <Plus aria-hidden="true" strokeWidth={1.75} />,
      choose: () => leaveFor(paths.createPlan),
    },
  ];

  return (
    <Modal
      label={t('shell.switcher.title')}
      left={left}
      onClose={onClose}
      className="mt-[52px] w-[340px] max-w-[calc(100vw-24px)] animate-appear overflow-hidden rounded-card border border-line bg-surface text-ink shadow-pop backdrop:bg-transparent open:grid max-h-[min(480px,calc(100dvh-72px))] grid-rows-[auto_minmax(0,1fr)]"
    >
      <ChoiceBox
        label={t('shell.switcher.find')}
        choices={choices}
        none={() => t('shell.switcher.none')}
        rowClass="px-2.5 pt-2.5"
        inputClass="h-[38px] w-full rounded-control border border-line-strong bg-surface px-3 text-label placeholder:text-ink-3"
        onClose={onClose}
      />
    </Modal>
  );
}
