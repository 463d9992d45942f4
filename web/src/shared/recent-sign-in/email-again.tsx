import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../api/index.ts';
import { useChange } from '../api/use-change.ts';
import { askForMail, enterByMail } from '../by-mail/enter-by-mail.ts';
import { useMailedCode } from '../by-mail/use-mailed-code.ts';
import { toText } from '../i18n/index.ts';
import { useAccount, useSession } from '../session/index.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';

interface EmailAgainProps {
  readonly showSecondFactor: (form: ReactNode) => void;
  readonly onSignedIn: () => void;
}

/** Proves the person again by a code that is mailed to them. */
export function EmailAgain(props: EmailAgainProps) {
  const { t } = useTranslation();
  const api = useApi();
  const { email } = useAccount();
  const { busy, error, run } = useChange();
  const [hasCode, setHasCode] = useState<boolean>();

  if (hasCode) {
    return <CodeAgain {...props} />;
  }
  return (
    <div className="grid gap-5">
      {error !== undefined && <Notice tone="bad">{toText(error, t)}</Notice>}
      {hasCode === false && <Notice tone="info">{t('auth.byMail.linkInstead')}</Notice>}
      <Button
        variant="primary"
        size="wide"
        busy={busy}
        onClick={() => run(async () => setHasCode((await askForMail(api, email)).hasCode ?? false))}
      >
        {t('auth.byMail.sendCode')}
      </Button>
    </div>
  );
}

function CodeAgain({ showSecondFactor, onSignedIn }: EmailAgainProps) {
  const { t } = useTranslation();
  const api = useApi();
  const { email } = useAccount();
  const { takeOver } = useSession();
  const form = useMailedCode(async (code) => {
    const entered = await enterByMail(api, { email, code }, showSecondFactor);
    if (entered) {
      takeOver(entered);
      onSignedIn();
    }
  });

  return (
    <form noValidate onSubmit={form.handleSubmit} className="grid gap-5">
      {form.problem && <Notice tone="bad">{form.problem}</Notice>}
      <TextField {...form.field} />
      <Button type="submit" variant="primary" size="wide" busy={form.busy}>
        {t('dialog.signInAgain.submit')}
      </Button>
    </form>
  );
}
