import Download from 'lucide-react/icons/download';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Api, useApi } from '../../shared/api/index.ts';
import { useChange } from '../../shared/api/use-change.ts';
import { saveFile } from '../../shared/csv.ts';
import { toText } from '../../shared/i18n/index.ts';
import { useRecentSignIn } from '../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { notify } from '../../shared/ui/toasts.ts';

interface FileButtonProps {
  readonly text: string;
  /** Says what is in the file. */
  readonly label: string;
  readonly file: string;
  readonly type: Parameters<typeof saveFile>[2];
  readonly read: (api: Api) => Promise<Blob | string>;
  readonly onSaved?: () => Promise<unknown>;
}

/** Saves as a file what the server answers. */
export function FileButton({ text, label, file, type, read, onSaved }: FileButtonProps) {
  const { t } = useTranslation();
  const api = useApi();
  const { run: withRecentSignIn, dialog } = useRecentSignIn();
  const { busy, error, run } = useChange();

  useEffect(() => {
    if (error !== undefined) {
      notify.failure(t('console.fileError'), toText(error, t));
    }
  }, [error, t]);

  const save = () =>
    run(async () => {
      saveFile(file, await withRecentSignIn(() => read(api)), type);
      await onSaved?.();
    });
  return (
    <>
      <Button size="small" busy={busy} aria-label={label} onClick={() => void save()}>
        <Download aria-hidden="true" className="size-4" />
        {text}
      </Button>
      {dialog}
    </>
  );
}
