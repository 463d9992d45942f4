import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/paths.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { comeBack } from './come-back.ts';
import { InviteCard } from './invite-card.tsx';
import type { ScreenProps } from './screen-props.ts';

/** Nobody is signed in, and the link proves nothing. */
export function SignInToRead({ link, state, steps }: ScreenProps) {
  const { t } = useTranslation();
  return (
    <InviteCard state={state} steps={steps}>
      <div className="grid gap-2">
        <ButtonLink to={paths.signIn} {...comeBack(link)} variant="primary" size="wide">
          {t('invitation.steps.toSignIn')}
        </ButtonLink>
        <ButtonLink to={paths.signUp} {...comeBack(link)} size="wide">
          {t('invitation.steps.toSignUp')}
        </ButtonLink>
      </div>
    </InviteCard>
  );
}
