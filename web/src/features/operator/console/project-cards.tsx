import type { SubscriptionSheet } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { ActivityEvent } from '../../../shared/activity/activity-event.tsx';
import { usePermissionsText } from '../../../shared/current-subscription/use-role-text.ts';
import { formatDate, useLanguage } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { Chip } from '../../../shared/ui/chip.tsx';
import { TextLink } from '../../../shared/ui/text-link.tsx';
import { ActButton } from './act-button.tsx';
import { FoldedList, ListRow } from './folded-list.tsx';
import type { Led } from './use-reason.ts';

interface SheetPartProps {
  readonly sheet: SubscriptionSheet;
}

interface ProjectPeopleProps extends SheetPartProps {
  /** Goes with the links. */
  readonly reason: string;
  readonly onTransfer: () => void;
}

/** Members with what they hold, the owner first. */
export function ProjectPeople({ sheet, reason, onTransfer }: ProjectPeopleProps) {
  const { t } = useTranslation();
  const permissionsText = usePermissionsText();
  const led: Led = { reason };
  return (
    <SectionCard
      id="people"
      title={t('console.find.people')}
      aside={heirsOf(sheet).length > 0 && <ActButton act="transfer" onAsk={onTransfer} />}
    >
      <FoldedList labelledBy="people" rows={sheet.people} empty={t('console.find.ownerGone')}>
        {({ uid, email, name, permissions }) => {
          const isOwner = uid === sheet.owner_id;
          return (
            <ListRow
              key={uid}
              title={
                <TextLink to={paths.operatorPerson(uid)} state={led}>
                  <bdi>{name || email}</bdi>
                </TextLink>
              }
              sub={name && email}
              aside={
                <Chip tone={isOwner ? 'owner' : 'plain'}>
                  {isOwner ? t('console.project.owner') : permissionsText(permissions)}
                </Chip>
              }
            />
          );
        }}
      </FoldedList>
    </SectionCard>
  );
}

/** Members to whom the project can be transferred. The server also knows who is disabled. */
export function heirsOf({ status, people, owner_id: ownerId }: SubscriptionSheet) {
  const isRunning = status === 'active' || status === 'past_due';
  return isRunning ? people.filter(({ uid }) => uid !== ownerId) : [];
}

/** Activity as the members see it. */
export function ProjectActivity({ sheet }: SheetPartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <SectionCard id="activity" title={t('activity.title')}>
      <div className={sheet.activities.length > 0 ? '-mx-5' : undefined}>
        <FoldedList
          labelledBy="activity"
          rows={sheet.activities}
          empty={t('console.project.noActivity')}
        >
          {(activity) => (
            <ActivityEvent
              key={activity.id}
              activity={activity}
              when={formatDate(activity.happened_at, language)}
            />
          )}
        </FoldedList>
      </div>
    </SectionCard>
  );
}

interface BillingCardProps extends SheetPartProps {
  readonly onResync: () => void;
}

/** Billing as the command line prints it, in English, and whether it is the same at the payment provider. */
export function BillingCard({ sheet, onResync }: BillingCardProps) {
  const { t } = useTranslation();
  const isFine = sheet.billing_is_fine;
  return (
    <SectionCard
      id="billing"
      title={t('console.project.billing')}
      aside={
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={isFine ? 'good' : 'warn'}>
            {t(isFine ? 'console.project.fine' : 'console.project.differs')}
          </Badge>
          <ActButton act="resync" onAsk={onResync} />
        </div>
      }
    >
      <pre
        translate="no"
        lang="en"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-control bg-sunken px-3 py-2 font-mono text-small"
      >
        {sheet.billing.join('\n')}
      </pre>
    </SectionCard>
  );
}
