import { type AccountSheet, startView } from '@hearth/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../shared/api/index.ts';
import { useChange } from '../../../shared/api/use-change.ts';
import { useForm } from '../../../shared/form/use-form.ts';
import { formatTime } from '../../../shared/i18n/format-date-time.ts';
import { toText, useLanguage } from '../../../shared/i18n/index.ts';
import { useRecentSignIn } from '../../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { type KeptView, keptView } from '../../../shared/session/index.ts';
import { Button, buttonStyle } from '../../../shared/ui/button.tsx';
import { Dialog, DialogActions } from '../../../shared/ui/dialog.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { isReason, longestReason } from './use-reason.ts';

interface SeeAsPersonProps {
  readonly sheet: AccountSheet;
  /** Reason of the look. */
  readonly reason: string;
  readonly refresh: () => Promise<unknown>;
}

/** Lets the operator see the product as the person does, in a tab of its own. */
export function SeeAsPerson(props: SeeAsPersonProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('console.view.button')}</Button>
      {isOpen && <SeeDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function SeeDialog(props: SeeAsPersonProps & { readonly onClose: () => void }) {
  const { sheet, reason, onClose } = props;
  const { t } = useTranslation();
  const { view, problem, busy, begin, dialog } = useBegin(props);
  const { field, submitTo } = useForm({ reason }, (entries) => ({
    reason: !isReason(entries.reason) && t('console.reason.wrong'),
  }));
  const name = sheet.name || sheet.email;

  return (
    <>
      <Dialog
        title={t('console.view.title', { name })}
        description={t('console.view.text', { name })}
        onClose={onClose}
      >
        {view ? (
          <Ready view={view} onClose={onClose} />
        ) : (
          <form
            noValidate
            className="grid gap-5"
            onSubmit={submitTo((entries) => begin(entries.reason.trim()))}
          >
            {problem && <Notice tone="bad">{problem}</Notice>}
            <TextArea
              {...field('reason')}
              label={t('console.actReason')}
              rows={2}
              maxLength={longestReason}
            />
            <DialogActions>
              <Button onClick={onClose}>{t('dialog.cancel')}</Button>
              <Button type="submit" variant="primary" busy={busy}>
                {t('console.view.submit')}
              </Button>
            </DialogActions>
          </form>
        )}
      </Dialog>
      {dialog}
    </>
  );
}

function useBegin({ sheet: { uid }, refresh }: SeeAsPersonProps) {
  const { t } = useTranslation();
  const api = useApi();
  const { run: withRecentSignIn, dialog } = useRecentSignIn();
  const { busy, error, run } = useChange();
  const [view, setView] = useState<KeptView>();

  const begin = (reason: string) =>
    run(async () => {
      const { token, expires_at: until } = await withRecentSignIn(() =>
        api.call(startView, { uid, reason }),
      );
      setView({ token, uid, until });
      // The history has the view by now.
      await refresh();
    });
  return { view, problem: error === undefined ? undefined : toText(error, t), busy, begin, dialog };
}

interface ReadyProps {
  readonly view: KeptView;
  readonly onClose: () => void;
}

/** A link, since browsers open no tab that nobody has pressed for; without an opener it gets a storage of its own. */
function Ready({ view, onClose }: ReadyProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className="grid gap-5">
      <Notice tone="good">
        {t('console.view.ready', { time: formatTime(view.until, language) })}
      </Notice>
      <DialogActions>
        <Button onClick={onClose}>{t('dialog.cancel')}</Button>
        <a
          href={keptView.link(view)}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
          className={buttonStyle({ variant: 'primary' })}
        >
          {t('console.view.open')}
        </a>
      </DialogActions>
    </div>
  );
}
