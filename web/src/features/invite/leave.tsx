import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import type { ButtonLook } from '../../shared/ui/button-style.ts';

interface LeaveProps extends Pick<ButtonLook, 'variant'> {
  /** Has no account yet. */
  readonly isNew?: boolean;
}

/** The way on when there is nothing to do about the invite; its secret does not stay in the history. */
export function Leave({ variant = 'secondary', isNew = false }: LeaveProps) {
  const { t } = useTranslation();
  const { account } = useSession();
  const look = { variant, size: 'wide', replace: true } as const;

  if (account) {
    return (
      <ButtonLink to={paths.dashboard} {...look}>
        {t('invitation.steps.toProjects')}
      </ButtonLink>
    );
  }
  return isNew ? (
    <ButtonLink to={paths.signUp} {...look}>
      {t('invitation.steps.toSignUp')}
    </ButtonLink>
  ) : (
    <ButtonLink to={paths.signIn} {...look}>
      {t('invitation.steps.toSignIn')}
    </ButtonLink>
  );
}
