import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../shared/api/use-change.ts';
import { isRefused } from '../../shared/api-error.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useRecentSignIn } from '../../shared/recent-sign-in/use-recent-sign-in.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { PageHeader } from '../../shared/ui/page-header.tsx';

interface AccountFormProps {
  readonly title: string;
  readonly sub: string;
  readonly submit: string;
  readonly danger?: boolean;
  readonly busy: boolean;
  readonly off?: boolean;
  readonly onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']>;
  readonly children: ReactNode;
}

/** One screen, one change: title, fields, the button that makes it, and the way back. */
export function AccountForm(props: AccountFormProps) {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={props.title} sub={props.sub} />
      <Card className="max-w-[560px] p-5">
        <form noValidate onSubmit={props.onSubmit} className="grid gap-5">
          {props.children}
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant={props.danger ? 'danger' : 'primary'}
              busy={props.busy}
              off={props.off ?? false}
            >
              {props.submit}
            </Button>
            <ButtonLink variant="quiet" to={paths.profile}>
              {t('account.back')}
            </ButtonLink>
          </div>
        </form>
      </Card>
    </>
  );
}

interface ChangeNoticeProps {
  readonly change: Pick<AccountChange, 'saved' | 'error'>;
  readonly saved?: string;
  /** Title of a failure; its reason is below it. */
  readonly failed: string;
}

/** How a change of the account went, in words. */
export function ChangeNotice({ change, saved, failed }: ChangeNoticeProps) {
  const { t } = useTranslation();
  if (change.saved) {
    return <Notice tone="good">{saved}</Notice>;
  }
  if (change.error === undefined) {
    return null;
  }
  if (isRefused(change.error, 'auth/requires-recent-login')) {
    return <Notice tone="bad">{t('account.errors.reAuthenticationRequired')}</Notice>;
  }
  return (
    <Notice tone="bad" title={failed}>
      {toText(change.error, t)}
    </Notice>
  );
}

interface AccountChangeOptions {
  /** How long the success is shown before `goOn`. */
  readonly pauseMs: number;
  readonly goOn: () => void;
}

/** One change of an account form: sent with a new sign-in if the server asks for one, then saved or failed, then on to `goOn`. */
export function useAccountChange({ pauseMs, goOn }: AccountChangeOptions) {
  const { run: withRecentSignIn, dialog } = useRecentSignIn();
  const { busy, error, run } = useChange();
  const [saved, setSaved] = useState(false);
  const leave = useEffectEvent(goOn);

  useEffect(() => {
    if (!saved) {
      return;
    }
    const timer = setTimeout(() => leave(), pauseMs);
    return () => clearTimeout(timer);
  }, [saved, pauseMs]);

  const send = (change: () => Promise<void>) =>
    run(async () => {
      await withRecentSignIn(change);
      setSaved(true);
    });

  return { busy, saved, error, send, dialog };
}

type AccountChange = ReturnType<typeof useAccountChange>;
