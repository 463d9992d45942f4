import type { Invite } from '@hearth/contract';
import Mail from 'lucide-react/icons/mail';
import { useTranslation } from 'react-i18next';
import { useConfig, useConfiguredText } from '../../shared/config/index.ts';
import { formatDate, useLanguage } from '../../shared/i18n/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Card } from '../../shared/ui/card.tsx';
import type { AnswerInvite } from './use-answer-invite.ts';

interface InviteCardProps {
  readonly invite: Invite;
  readonly working: AnswerInvite['working'];
  readonly onAccept: () => void;
  readonly onReject: () => void;
}

/** Who invites to which project, as what and until when; and the two answers. */
export function InviteCard({ invite, working, onAccept, onReject }: InviteCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const project = invite.subscription_name || t('subscription.untitled');
  const isWorking = working?.inviteId === invite.id;
  const isOff = working !== undefined && !isWorking;

  return (
    <Card className="flex flex-wrap items-center gap-4 px-5 py-4">
      <div className="flex min-w-0 flex-[1_1_260px] items-center gap-4">
        <div
          aria-hidden="true"
          className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent"
        >
          <Mail className="size-[18px]" />
        </div>
        <div className="grid min-w-0 gap-0.5">
          <h3 className="font-card wrap-anywhere">{project}</h3>
          <p className="text-small wrap-anywhere text-ink-2">{useOffer(invite)}</p>
          <p className="text-small text-ink-3 tabular-nums">
            {t('dashboard.invites.expires', { date: formatDate(invite.expire_time, language) })}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="quiet"
          aria-label={t('dashboard.invites.rejectNamed', { project })}
          busy={isWorking && working.verb === 'reject'}
          off={isOff}
          onClick={onReject}
        >
          {t('dashboard.invites.reject')}
        </Button>
        <Button
          aria-label={t('dashboard.invites.acceptNamed', { project })}
          busy={isWorking && working.verb === 'accept'}
          off={isOff}
          onClick={onAccept}
        >
          {t('dashboard.invites.accept')}
        </Button>
      </div>
    </Card>
  );
}

/** `Grace Hopper invites you as Access, Editor`. */
function useOffer({ host_name: name, permissions: keys }: Invite): string {
  const { t } = useTranslation();
  const { permissions } = useConfig();
  const configuredText = useConfiguredText();
  const role = permissions
    .filter(({ key }) => keys.includes(key))
    .map(({ label }) => configuredText(label))
    .join(t('subscription.role.separator'));

  return name
    ? t('dashboard.invites.from', { name, role })
    : t('dashboard.invites.fromNobody', { role });
}
