import { isolate } from '@hearth/contract';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { planById, useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { toText } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { useAccount } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import {
  ResendButton,
  ResendOutcome,
  useResendVerification,
} from '../../shared/verification/resend-verification.tsx';
import { NameProjectForm } from './name-project-form.tsx';
import type { ChecklistState, StepName } from './use-checklist.ts';

export function useStepWords({ project }: ChecklistState) {
  const { t } = useTranslation();
  const { email, emailVerified } = useAccount();
  const config = useConfig();
  const configuredText = useConfiguredText();
  const plan = project && planById(config, project.plan_id);
  const limit = project?.seats.limit ?? null;
  const seats =
    plan &&
    limit !== null &&
    t('dashboard.checklist.inviteSeats', {
      plan: configuredText(plan.titleKey),
      count: limit,
    });

  return {
    address: {
      title: t('dashboard.address.title'),
      text: emailVerified ? email : t('dashboard.address.text', { email }),
    },
    name: {
      title: t('dashboard.checklist.name'),
      text: isolate(project?.settings.name ?? '') || t('dashboard.checklist.nameText'),
    },
    invite: {
      title: t('dashboard.checklist.invite'),
      text: seats || t('dashboard.checklist.inviteText'),
    },
    card: { title: t('dashboard.checklist.card'), text: t('dashboard.checklist.cardText') },
  } satisfies Record<StepName, object>;
}

interface StepActionProps {
  readonly name: StepName;
  readonly checklist: ChecklistState;
}

/** Action on the step in place. */
export function StepAction({ name, checklist: { project } }: StepActionProps) {
  switch (name) {
    case 'address':
      return <ResendVerification />;
    case 'name':
      return <NameProjectForm project={project} />;
    case 'invite':
      return project ? <InviteAction id={project.id} /> : null;
    case 'card':
      return project ? <CardAction id={project.id} /> : null;
  }
}

function ResendVerification() {
  const resending = useResendVerification();
  return (
    <>
      <div>
        <ResendButton resending={resending} />
      </div>
      <ResendOutcome resending={resending} />
    </>
  );
}

function InviteAction({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <div>
      <ButtonLink size="small" variant="primary" to={paths.inviteUser(id)}>
        {t('dashboard.checklist.inviteButton')}
      </ButtonLink>
    </div>
  );
}

function CardAction({ id }: { readonly id: string }) {
  const { t } = useTranslation();
  return (
    <div>
      <ButtonLink size="small" variant="primary" to={paths.paymentMethods(id)}>
        {t('dashboard.checklist.card')}
      </ButtonLink>
    </div>
  );
}

interface HideButtonProps {
  readonly busy: boolean;
  readonly onHide: () => void;
}

export function HideButton({ busy, onHide }: HideButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={t('dashboard.checklist.hide')}
      title={t('dashboard.checklist.hide')}
      busy={busy}
      onClick={onHide}
    >
      <X aria-hidden="true" className="size-4" />
    </Button>
  );
}

export function HideProblem({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  return (
    <Notice tone="bad" title={t('dashboard.checklist.hideError')}>
      {toText(error, t)}
    </Notice>
  );
}
