import { isolate, type ListedSubscription } from '@hearth/contract';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { brandName } from '../../shared/card-brand.ts';
import { planById, useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { zoneOf } from '../../shared/current-subscription/zone-of.ts';
import { formatDate, formatMoney, toText, useLanguage } from '../../shared/i18n/index.ts';
import { paths } from '../../shared/paths.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { NameProjectForm } from './name-project-form.tsx';
import type { ChecklistState, StepName } from './use-checklist.ts';

export function useStepWords({ project }: ChecklistState) {
  const { t } = useTranslation();
  const config = useConfig();
  const configuredText = useConfiguredText();
  const plan = project && planById(config, project.plan_id);
  const { used = 1, limit = null } = project?.seats ?? {};
  const seats =
    plan &&
    limit !== null &&
    t('dashboard.checklist.inviteSeats', {
      plan: configuredText(plan.titleKey),
      count: limit,
    });
  const taken = used > 1 && t('dashboard.checklist.inviteDone', { count: used });
  const cardText = useCardResult(project);

  return {
    name: {
      title: t('dashboard.checklist.name'),
      text: isolate(project?.settings.name ?? '') || t('dashboard.checklist.nameText'),
    },
    invite: {
      title: t('dashboard.checklist.invite'),
      text: taken || seats || t('dashboard.checklist.inviteText'),
    },
    card: {
      title: t('dashboard.checklist.card'),
      text: cardText || t('dashboard.checklist.cardText'),
    },
  } satisfies Record<StepName, object>;
}

/** `Visa ·· 4242`, with the next charge if there is one. */
function useCardResult(project: ListedSubscription | undefined): string | undefined {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!project?.card) {
    return undefined;
  }
  const { card, next_charge } = project;
  const number = { brand: brandName(card), last4: card.last4 };
  return next_charge?.total
    ? t('dashboard.checklist.cardCharged', {
        ...number,
        sum: formatMoney(next_charge.total.amount, next_charge.total.currency),
        date: formatDate(next_charge.date, language, zoneOf(project)),
      })
    : t('dashboard.checklist.cardDone', number);
}

interface StepActionProps {
  readonly name: StepName;
  readonly checklist: ChecklistState;
}

/** Action on the step in place. */
export function StepAction({ name, checklist: { project } }: StepActionProps) {
  switch (name) {
    case 'name':
      return <NameProjectForm project={project} />;
    case 'invite':
      return project ? <InviteAction id={project.id} /> : <NameFirst />;
    case 'card':
      return project ? <CardAction id={project.id} /> : <NameFirst />;
  }
}

/** Why a step that was pressed too early offers nothing yet. */
function NameFirst() {
  const { t } = useTranslation();
  return <p className="text-small">{t('dashboard.checklist.nameFirst')}</p>;
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
