import type { AccountSheet } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { usePermissionsText } from '../../../shared/current-subscription/use-role-text.ts';
import { useDeviceText } from '../../../shared/device/use-device-text.ts';
import { formatDateTime } from '../../../shared/i18n/format-date-time.ts';
import { useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { Badge, type BadgeTone } from '../../../shared/ui/badge.tsx';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { Chip } from '../../../shared/ui/chip.tsx';
import { TextLink } from '../../../shared/ui/text-link.tsx';
import { FoldedList, ListRow } from './folded-list.tsx';
import { ProjectStatus } from './project-status.tsx';
import { usePlanTitle } from './use-plan-title.ts';
import type { Led } from './use-reason.ts';

interface SheetPartProps {
  readonly sheet: AccountSheet;
}

interface PersonProjectsProps extends SheetPartProps {
  /** Goes with the links. */
  readonly reason: string;
}

/** Projects of the person, with what they may do there. */
export function PersonProjects({ sheet, reason }: PersonProjectsProps) {
  const { t } = useTranslation();
  const planTitle = usePlanTitle();
  const permissionsText = usePermissionsText();
  const led: Led = { reason };

  return (
    <SectionCard id="projects" title={t('console.find.projects')}>
      <FoldedList
        labelledBy="projects"
        rows={sheet.projects}
        empty={t('console.person.noProjects')}
      >
        {({ subscription_id: id, name, plan_id: plan, status, is_owner: isOwner, permissions }) => (
          <ListRow
            key={id}
            title={
              <TextLink to={paths.operatorProject(id)} state={led}>
                <bdi>{name ?? t('subscription.untitled')}</bdi>
              </TextLink>
            }
            sub={`${planTitle(plan)} · ${isOwner ? t('console.project.owner') : permissionsText(permissions)}`}
            aside={<ProjectStatus status={status} />}
          />
        )}
      </FoldedList>
    </SectionCard>
  );
}

const mailTones: Readonly<Record<AccountSheet['mails'][number]['state'], BadgeTone>> = {
  sent: 'good',
  waiting: 'warn',
  held: 'neutral',
  'given-up': 'bad',
};

export function PersonMails({ sheet }: SheetPartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <SectionCard id="emails" title={t('console.person.mails')}>
      <FoldedList labelledBy="emails" rows={sheet.mails} empty={t('console.person.noMails')}>
        {({ id, kind, at, sent_at: sentAt, state }) => (
          <ListRow
            key={id}
            title={
              <code translate="no" className="font-mono text-small">
                {kind}
              </code>
            }
            sub={formatDateTime(sentAt ?? at, language)}
            aside={<Badge tone={mailTones[state]}>{t(`console.person.mail.${state}`)}</Badge>}
          />
        )}
      </FoldedList>
    </SectionCard>
  );
}

export function PersonEvents({ sheet }: SheetPartProps) {
  const { t } = useTranslation();
  return (
    <SectionCard id="events" title={t('console.person.events')}>
      <FoldedList labelledBy="events" rows={sheet.events} empty={t('console.person.noEvents')}>
        {(event) => <EventRow key={event.id} event={event} />}
      </FoldedList>
    </SectionCard>
  );
}

/** A sign-in or a change: what, when, where, and whether somebody else did it. */
function EventRow({ event }: { readonly event: AccountSheet['events'][number] }) {
  const { t, i18n } = useTranslation();
  const language = useLanguage();
  const deviceText = useDeviceText();
  const { action, at, own, address, user_agent: userAgent } = event;
  const key = `console.event.${action}`;
  const where = [userAgent && deviceText(userAgent), address];
  return (
    <ListRow
      title={
        i18n.exists(key) ? (
          t(key as 'console.event.session.opened')
        ) : (
          <code translate="no" className="font-mono text-small">
            {action}
          </code>
        )
      }
      sub={[formatDateTime(at, language), ...where].filter(Boolean).join(' · ')}
      aside={!own && <Chip>{t('console.person.byOther')}</Chip>}
    />
  );
}
