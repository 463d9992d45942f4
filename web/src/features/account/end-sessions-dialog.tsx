import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { useDeviceText } from './use-device-text.ts';
import type { EndSessions } from './use-end-sessions.ts';

/** Asks before a session is ended, or all others are. */
export function EndSessionsDialog({ ending }: { readonly ending: EndSessions }) {
  const { t } = useTranslation();
  const deviceText = useDeviceText();
  const { target, busy, problem, ask, confirm, dialog } = ending;
  if (!target) {
    return null;
  }

  const isAll = target === 'others';
  const title = isAll
    ? t('account.sessions.endOthersTitle')
    : t('account.sessions.endTitle', { device: deviceText(target.user_agent) });

  return (
    <>
      <ConfirmDialog
        title={title}
        confirm={isAll ? t('account.sessions.endOthers') : t('account.sessions.end')}
        busy={busy}
        problem={problem}
        onConfirm={() => void confirm()}
        onCancel={() => ask(undefined)}
      >
        {isAll ? t('account.sessions.endOthersText') : t('account.sessions.endText')}
      </ConfirmDialog>
      {dialog}
    </>
  );
}
