import type { PublicConfig } from '@hearth/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthCard } from '../../shared/auth-form/auth-card.tsx';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { formatDate, toText, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useSession } from '../../shared/session/index.ts';
import type { ButtonLook } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import type { InviteLink } from './invite-link.ts';
import type { InviteDetails, InviteState, ProvenState, UnprovenState } from './invite-state.ts';
import type { InviteSteps } from './use-invite-steps.ts';

interface InviteCardProps extends Pick<ScreenProps, 'state' | 'steps'> {
  readonly children: ReactNode;
}

/** The public card with the words of a state, and what went wrong with the step before. */
export function InviteCard({ state, steps, children }: InviteCardProps) {
  const { title, text } = useInviteText(state);
  return (
    <AuthCard title={title} sub={text} pageTitle={title} busy={steps.busy}>
      <FailedStep steps={steps} />
      {children}
    </AuthCard>
  );
}

/** Failure of a step that did not change the screen. */
function FailedStep({ steps: { failure } }: Pick<ScreenProps, 'steps'>) {
  const { t } = useTranslation();
  return (
    failure && (
      <Notice tone="bad" title={t(`invitation.failed.${failure.step}`)}>
        {toText(failure.error, t)}
      </Notice>
    )
  );
}

interface LeaveProps extends Pick<ButtonLook, 'variant'> {
  /** Has no account yet. */
  readonly isNew?: boolean;
}

/** The way on when there is nothing to do about the invite; its secret does not stay in the history. */
export function Leave({ variant = 'secondary', isNew = false }: LeaveProps) {
  const { t } = useTranslation();
  const { account } = useSession();
  const { signUp } = useConfig();
  const look = { variant, size: 'wide', replace: true } as const;

  if (account) {
    return (
      <ButtonLink to={paths.dashboard} {...look}>
        {t('invitation.steps.toProjects')}
      </ButtonLink>
    );
  }
  // If an account needs an invitation, an invite that has ended lets nobody create one.
  return isNew && signUp === undefined ? (
    <ButtonLink to={paths.signUp} {...look}>
      {t('invitation.steps.toSignUp')}
    </ButtonLink>
  ) : (
    <ButtonLink to={paths.signIn} {...look}>
      {t('invitation.steps.toSignIn')}
    </ButtonLink>
  );
}

/** Facts of the invite. */
export function InviteFacts({ details }: { readonly details: InviteDetails }) {
  const { t } = useTranslation();
  const { permissions } = useConfig();
  const configuredText = useConfiguredText();
  const language = useLanguage();
  const granted = permissions
    .filter(({ key }) => details.permissions.includes(key))
    .map(({ label }) => configuredText(label));

  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 rounded-card bg-sunken px-4 py-3 text-label">
      {details.host_name && (
        <>
          <dt className="text-ink-2">{t('invitation.facts.host')}</dt>
          <dd className="min-w-0 wrap-anywhere">
            <bdi>{details.host_name}</bdi>
          </dd>
        </>
      )}
      <dt className="text-ink-2">{t('invitation.facts.permissions')}</dt>
      <dd>{granted.join(t('invitation.separator'))}</dd>
      <dt className="text-ink-2">{t('invitation.facts.until')}</dt>
      <dd className="tabular-nums">{formatDate(details.expire_time, language)}</dd>
    </dl>
  );
}

/** Texts of the screen of a state. */
export function useInviteText(state: InviteState): {
  readonly title: string;
  readonly text: string;
} {
  const { t } = useTranslation();
  const { signUp } = useConfig();
  const { details, situation, reader = '' } = state;
  const words = {
    project: details?.subscription_name || t('invitation.untitled'),
    host: details?.host_name
      ? t('invitation.host', { name: details.host_name })
      : t('invitation.someHost'),
    email: details?.email ?? '',
    reader,
  };
  const titleOf = !details && situation === 'valid' ? 'waiting' : situation;
  return {
    title: t(`invitation.titles.${titleOf}`, words),
    text: t(state.details ? provenText(state, signUp) : unprovenText(state), words),
  };
}

function provenText(state: ProvenState, signUp: PublicConfig['signUp']) {
  const { person, situation, reader } = state;
  switch (situation) {
    case 'unpaid':
    case 'rejected':
    case 'accepted':
      return `invitation.anyone.${situation}` as const;
    case 'expired':
    case 'revoked':
    case 'canceled': {
      const isUninvited = person === 'new' && signUp !== undefined;
      return `invitation.${isUninvited ? 'uninvited' : person}.${situation}` as const;
    }
    case 'valid':
      if (person === 'new' && signUp === 'closed') {
        return 'invitation.uninvited.valid';
      }
      return person === 'existing' && reader
        ? 'invitation.existing.signedIn'
        : (`invitation.${person}.valid` as const);
    default:
      return `invitation.${person}.${situation}` as const;
  }
}

function unprovenText({ person, situation }: UnprovenState) {
  return situation === 'valid'
    ? (`invitation.unproven.${person}` as const)
    : 'invitation.unproven.over';
}

/** Props of the screen of a state. */
export interface ScreenProps<State extends InviteState = InviteState> {
  readonly link: InviteLink;
  readonly state: State;
  readonly steps: InviteSteps;
}
