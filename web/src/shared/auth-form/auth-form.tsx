import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { AuthCard } from './auth-card.tsx';
import { keepsCookies } from './keeps-cookies.ts';

interface AuthFormProps {
  readonly title: string;
  readonly sub?: string;
  /** Shown in the browser tab; the button's words if left out. */
  readonly pageTitle?: string;
  readonly submit: string;
  readonly busy: boolean;
  /** Title of a failure, and its reason. */
  readonly failed: string;
  readonly problem: string | undefined;
  /** Way out of the failure. */
  readonly remedy?: ReactNode;
  /** Success, if the form stays for another try. */
  readonly done?: ReactNode;
  /** The next step is in the mailbox, and the button only for another try. */
  readonly sent?: boolean;
  /** Asks for a second factor in the place of the form, which keeps what was typed. */
  readonly secondFactor?: ReactNode;
  /** Other ways in, below the form. */
  readonly others?: ReactNode;
  readonly onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']>;
  readonly children: ReactNode;
}

/** The inside of the public card: title, fields, one button. */
export function AuthForm(props: AuthFormProps) {
  const { t } = useTranslation();
  const [isKept] = useState(keepsCookies);
  const { submit, secondFactor, busy } = props;
  const asksForCode = Boolean(secondFactor);
  const title = asksForCode ? t('auth.secondFactor.title') : props.title;
  const sub = asksForCode ? undefined : props.sub;
  const pageTitle = asksForCode ? title : (props.pageTitle ?? submit);
  return (
    <AuthCard title={title} sub={sub} pageTitle={pageTitle} busy={busy && !asksForCode}>
      {secondFactor}
      <form
        noValidate
        hidden={asksForCode}
        onSubmit={props.onSubmit}
        className="grid grid-cols-1 gap-5"
      >
        {props.done}
        {!isKept && <Notice tone="warn">{t('auth.noCookies')}</Notice>}
        {props.children}
        <Button type="submit" variant={props.sent ? 'secondary' : 'primary'} size="wide" off={busy}>
          {submit}
        </Button>
        {/* Below what was pressed, so that nothing that was typed moves. */}
        {props.problem && (
          <Notice tone="bad" title={props.failed}>
            {props.problem}
            {props.remedy && <span className="mt-1 block">{props.remedy}</span>}
          </Notice>
        )}
      </form>
      {!asksForCode && props.others}
    </AuthCard>
  );
}
