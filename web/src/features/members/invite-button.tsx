import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentSubscription } from '../../shared/current-subscription/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';

/** The way to the invite page; nobody joins a canceled subscription. */
export function InviteButton() {
  const { t } = useTranslation();
  const hintId = useId();
  const { id, status } = useCurrentSubscription().subscription;

  if (status !== 'canceled') {
    return (
      <ButtonLink to={paths.inviteUser(id)} variant="primary">
        {t('invites.invite')}
      </ButtonLink>
    );
  }
  return (
    <>
      <Button variant="primary" off aria-describedby={hintId}>
        {t('invites.invite')}
      </Button>
      <p id={hintId} className="basis-full text-small text-ink-2 sm:text-right">
        {t('invites.canceledHint')}
      </p>
    </>
  );
}
