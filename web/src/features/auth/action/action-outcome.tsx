import { useTranslation } from 'react-i18next';
import { isPassing } from '../../../shared/api-error.ts';
import { AuthCard } from '../../../shared/auth-form/auth-card.tsx';
import { toText } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { useSession } from '../../../shared/session/index.ts';
import { Button, type ButtonLook } from '../../../shared/ui/button.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';

interface ActionDoneProps {
  readonly title: string;
  readonly text: string;
  readonly continueTo: string | undefined;
  /** False if the next step is a mailed link, or another person's decision. */
  readonly isSignInNext?: boolean;
}

/** All went well, with the way on from here. */
export function ActionDone({ title, text, continueTo, isSignInNext = true }: ActionDoneProps) {
  const { t } = useTranslation();
  const isNext = isSignInNext && !continueTo;
  return (
    <AuthCard title={title} pageTitle={title}>
      <Notice tone="good">{text}</Notice>
      {continueTo && (
        <ButtonLink to={continueTo} variant="primary" size="wide">
          {t('auth.action.continue')}
        </ButtonLink>
      )}
      <ActionLeave variant={isNext ? 'primary' : 'secondary'} />
    </AuthCard>
  );
}

interface ActionFailedProps {
  readonly title: string;
  readonly failed: string;
  readonly error: unknown;
  /** The way to another link, if the person can ask for one. */
  readonly newLink?: { readonly to: string; readonly words: string };
  readonly onRetry?: () => void;
}

export function ActionFailed({ title, failed, error, newLink, onRetry }: ActionFailedProps) {
  const { t } = useTranslation();
  return (
    <AuthCard title={title} pageTitle={title}>
      <Notice tone="bad" title={failed}>
        {toText(error, t)}
      </Notice>
      {onRetry && isPassing(error) && (
        <Button variant="primary" size="wide" onClick={onRetry}>
          {t('auth.action.retry')}
        </Button>
      )}
      {newLink && (
        <ButtonLink to={newLink.to} size="wide">
          {newLink.words}
        </ButtonLink>
      )}
      <ActionLeave variant="quiet" />
    </AuthCard>
  );
}

/** The way back into the application. */
export function ActionLeave({ variant = 'secondary' }: Pick<ButtonLook, 'variant'>) {
  const { t } = useTranslation();
  const { account } = useSession();
  return account ? (
    <ButtonLink to={paths.dashboard} variant={variant} size="wide">
      {t('auth.action.toProjects')}
    </ButtonLink>
  ) : (
    <ButtonLink to={paths.signIn} variant={variant} size="wide">
      {t('auth.action.toSignIn')}
    </ButtonLink>
  );
}
