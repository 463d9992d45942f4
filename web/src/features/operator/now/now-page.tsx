import {
  type Examination,
  examineInstallation,
  getOperatorNow,
  mayOperate,
} from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { toText } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { SectionCard } from '../../../shared/ui/card.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { TextLink } from '../../../shared/ui/text-link.tsx';
import { FoldedList, ListRow } from '../console/folded-list.tsx';
import { useOperatorQuery } from '../use-operator-query.ts';
import { useOperatorRole } from '../use-operator-role.ts';
import { WaitingActs } from './waiting-acts.tsx';
import { WaitingWork } from './waiting-work.tsx';

/** How the installation is: what is wrong, what waits, and what a second operator has to decide. */
export function NowPage() {
  const { t } = useTranslation();
  const role = useOperatorRole();
  const { query, dialog } = useOperatorQuery(['operator-now'], (api, options) =>
    api.call(getOperatorNow, {}, options),
  );
  const { data, error, isFetching, refetch } = query;

  return (
    <>
      <PageHeader title={t('now.title')} sub={t('now.sub')} />
      {error && (
        <RetryNote message={toText(error, t)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && data.acts.length > 0 && <WaitingActs acts={data.acts} />}
      {mayOperate(role, 'admin') && <Findings />}
      {data ? <WaitingWork now={data} /> : !error && <CardSkeleton />}
      {dialog}
    </>
  );
}

/** Shows the doctor's findings, whose sentences are in English. */
function Findings() {
  const { t } = useTranslation();
  const { query, dialog } = useOperatorQuery(['operator-examination'], (api, options) =>
    api.call(examineInstallation, {}, options),
  );
  const { data, error, isFetching, refetch } = query;
  if (error) {
    return (
      <RetryNote message={toText(error, t)} busy={isFetching} onRetry={() => void refetch()} />
    );
  }
  return (
    <SectionCard
      id="findings"
      title={t('now.findings')}
      aside={
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          {t('now.again')}
        </Button>
      }
    >
      {data ? <FindingList found={data} /> : <p className="text-ink-2">{t('now.checking')}</p>}
      {dialog}
    </SectionCard>
  );
}

function FindingList({ found }: { readonly found: Examination }) {
  const { t } = useTranslation();
  const { checks, findings, not_checked: notChecked } = found;
  return (
    <div className="grid grid-cols-1 gap-4">
      {findings.length === 0 && <p>{t('now.fine', { count: checks })}</p>}
      {findings.length > 0 && (
        <FoldedList labelledBy="findings" rows={findings} empty="">
          {(finding) => <FindingRow key={finding.problem} finding={finding} />}
        </FoldedList>
      )}
      {notChecked.length > 0 && (
        <Notice tone="warn" title={t('now.notChecked', { count: notChecked.length })}>
          <ul lang="en" className="list-disc pl-5">
            {notChecked.map(({ check, reason }) => (
              <li key={check}>{`${check}: ${reason}`}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

function FindingRow({ finding }: { readonly finding: Examination['findings'][number] }) {
  const { t } = useTranslation();
  const { id, severity, problem, fix } = finding;
  return (
    <ListRow
      title={
        <>
          <p lang="en" className="font-card">
            {problem}
          </p>
          <p lang="en" className="text-ink-2">
            {fix}
          </p>
          {id.startsWith('webhook-endpoint') && (
            <p>
              <TextLink to={paths.operatorWebhooks}>{t('now.toWebhooks')}</TextLink>
            </p>
          )}
        </>
      }
      sub={<code translate="no">{id}</code>}
      aside={
        <Badge tone={severity === 'fault' ? 'bad' : 'warn'}>{t(`now.severity.${severity}`)}</Badge>
      }
    />
  );
}

function CardSkeleton() {
  return (
    <SkeletonGroup>
      <SectionCard id="waiting-work" title={<Skeleton className="h-6 w-40" />}>
        <div className="grid grid-cols-1 gap-4">
          <Skeleton className="h-5 w-72" />
          <Skeleton className="h-5 w-56" />
          <Skeleton className="h-5 w-64" />
        </div>
      </SectionCard>
    </SkeletonGroup>
  );
}
