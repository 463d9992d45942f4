import { getSessionEnd, type SessionEndReason } from '@hearth/contract';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../shared/api/index.ts';
import { typedTexts } from '../shared/form/typed-texts.ts';
import { formatTime } from '../shared/i18n/format-date-time.ts';
import { useLanguage } from '../shared/i18n/index.ts';
import { productNow } from '../shared/product-time.ts';
import { useAccount } from '../shared/session/index.ts';
import { Avatar } from '../shared/ui/avatar.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Dialog, DialogActions } from '../shared/ui/dialog.tsx';

interface End {
  readonly reason: SessionEndReason | null;
  /** When it ended, or was found to have ended. */
  readonly at: string;
}

/** Says why the person is signed out, over the page that they come back to. */
export function SessionEndedDialog({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation();
  const { uid, displayName, email, photoUrl } = useAccount();
  const language = useLanguage();
  const end = useSessionEnd();

  function leave() {
    typedTexts.keepFor(uid);
    onLeave();
  }

  const time = end ? formatTime(end.at, language) : '';
  return (
    <Dialog
      role="alertdialog"
      title={t('shell.ended.title')}
      description={
        end ? t(`shell.ended.${end.reason ?? 'unknown'}`, { time }) : t('layout.loading')
      }
      onClose={leave}
    >
      <div className="flex min-w-0 items-center gap-3">
        <Avatar id={uid} name={displayName || email} pictureUrl={photoUrl} />
        <div className="grid min-w-0">
          <span className="truncate text-label font-card">{displayName || email}</span>
          {displayName && <span className="truncate text-small text-ink-2">{email}</span>}
        </div>
      </div>
      <DialogActions>
        <Button variant="primary" onClick={leave}>
          {t('shell.ended.signIn')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Asked with the cookie that the ended session has left. */
function useSessionEnd(): End | undefined {
  const api = useApi();
  const [end, setEnd] = useState<End>();

  useEffect(() => {
    const now = new Date(productNow()).toISOString();
    const options = { withoutSession: true, renewsSession: true };
    api.call(getSessionEnd, {}, options).then(
      ({ reason, ended_at: at }) => setEnd({ reason, at: at ?? now }),
      () => setEnd({ reason: null, at: now }),
    );
  }, [api]);

  return end;
}
