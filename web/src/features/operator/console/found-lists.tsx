import type { FoundCustomers } from '@hearth/contract';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ProjectMark } from '../../../shared/current-subscription/project-mark.tsx';
import { formatMoney } from '../../../shared/i18n/index.ts';
import { InvoiceBadge } from '../../../shared/invoice-badge.tsx';
import { paths } from '../../../shared/paths.ts';
import { Avatar } from '../../../shared/ui/avatar.tsx';
import { Badge } from '../../../shared/ui/badge.tsx';
import { ProjectStatus } from './project-status.tsx';
import { usePlanTitle } from './use-plan-title.ts';

/** Results of a search, by their kind; an invoice leads to its project. */
export function FoundLists({ found }: { readonly found: FoundCustomers }) {
  const { t } = useTranslation();
  const planTitle = usePlanTitle();
  const untitled = t('subscription.untitled');

  return (
    <>
      <FoundList title={t('console.find.people')} rows={found.people}>
        {({ uid, name, email, disabled }) => (
          <FoundRow
            key={uid}
            to={paths.operatorPerson(uid)}
            mark={<Avatar id={uid} name={name || email} />}
            name={name || email}
            sub={name ? email : ''}
            badge={disabled && <Badge tone="bad">{t('console.person.disabled')}</Badge>}
          />
        )}
      </FoundList>
      <FoundList title={t('console.find.projects')} rows={found.projects}>
        {({ subscriptionId: id, name, planId, owner, status }) => (
          <FoundRow
            key={id}
            to={paths.operatorProject(id)}
            mark={<ProjectMark id={id} name={name ?? untitled} ended={status === 'canceled'} />}
            name={name ?? untitled}
            sub={`${planTitle(planId)} · ${owner ?? t('console.find.ownerGone')}`}
            badge={<ProjectStatus status={status} />}
          />
        )}
      </FoundList>
      <FoundList title={t('console.find.invoices')} rows={found.invoices}>
        {(invoice) => (
          <FoundRow
            key={invoice.id}
            to={paths.operatorProject(invoice.subscriptionId)}
            mark={<ProjectMark id={invoice.subscriptionId} name={invoice.name ?? untitled} />}
            name={invoice.number ?? invoice.id}
            sub={`${formatMoney(invoice.total, invoice.currency)} · ${invoice.name ?? untitled}`}
            badge={<InvoiceBadge invoice={invoice} />}
          />
        )}
      </FoundList>
    </>
  );
}

/** Most of each kind that the server answers. */
const most = 10;

interface FoundListProps<Row> {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly children: (row: Row) => ReactNode;
}

function FoundList<Row>({ title, rows, children }: FoundListProps<Row>) {
  const { t } = useTranslation();
  const id = useId();
  if (rows.length === 0) {
    return null;
  }
  return (
    <section
      aria-labelledby={id}
      className="overflow-hidden rounded-card border border-line bg-surface shadow-lift"
    >
      <h2 id={id} className="px-5 pt-4 pb-2 text-card font-card">
        {title}
      </h2>
      <ul aria-labelledby={id} className="divide-y divide-line">
        {rows.map(children)}
      </ul>
      {rows.length === most && (
        <p className="border-t border-line px-5 py-3 text-small text-ink-2">
          {t('console.find.most')}
        </p>
      )}
    </section>
  );
}

interface FoundRowProps {
  readonly to: string;
  readonly mark: ReactNode;
  readonly name: string;
  readonly sub: string;
  readonly badge: ReactNode;
}

/** The whole row is the link. */
function FoundRow({ to, mark, name, sub, badge }: FoundRowProps) {
  return (
    <li className="relative flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1.5 px-5 py-2.5 focus-within:bg-hover hover:bg-hover">
      {mark}
      <div className="grid min-w-0 flex-[1_1_180px] gap-px">
        <h3 className="min-w-0 text-label font-card">
          <Link
            to={to}
            className="block wrap-anywhere after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            <bdi>{name}</bdi>
          </Link>
        </h3>
        {sub && <p className="text-small wrap-anywhere text-ink-2 tabular-nums">{sub}</p>}
      </div>
      <span className="empty:hidden max-sm:pl-11">{badge}</span>
    </li>
  );
}
