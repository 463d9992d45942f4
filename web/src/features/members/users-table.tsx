import type { SubscriptionUser } from '@hearth/contract';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjectName } from '../../shared/current-subscription/use-project-name.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { TableFrame } from '../../shared/ui/table-frame.tsx';
import type { AskUsers, UserOrder, UsersPart } from './use-get-subscription-users.ts';
import type { Selection } from './use-selection.ts';
import type { UserActs } from './user-actions.tsx';
import { UserRow } from './user-row.tsx';

interface UsersTableProps extends UserActs {
  readonly ref: Ref<HTMLTableElement>;
  readonly users: readonly SubscriptionUser[];
  readonly part: UsersPart;
  /** Rows of the page before, while the next one is on its way. */
  readonly isOld: boolean;
  readonly selection: Selection;
  readonly onSort: AskUsers;
}

/**
 * A table; narrower than 860 px, on phones and beside a tablet's sidebar, a list of blocks. Screen readers still hear
 * the heads, which hold no controls then.
 */
export function UsersTable({
  ref,
  users,
  part,
  isOld,
  selection,
  onSort,
  ...acts
}: UsersTableProps) {
  const { t } = useTranslation();
  const project = useProjectName();
  const sorting = { part, onSort };

  return (
    <TableFrame
      ref={ref}
      caption={t('users.caption', { project })}
      isOld={isOld}
      className="table-fixed @max-[860px]:block"
    >
      <thead className="bg-sunken text-small text-ink-2 @max-[860px]:sr-only">
        <tr>
          <td className="h-10 w-11 pl-4">
            {selection.isPossible && <SelectAll selection={selection} />}
          </td>
          <SortableHead order="name" {...sorting} />
          <SortableHead order="email" {...sorting} />
          <Head className="w-[178px]">{t('users.permissions')}</Head>
          <Head className="w-[98px]">{t('users.status')}</Head>
          <SortableHead order="lastSeen" className="w-[108px]" {...sorting} />
          <SortableHead order="joined" className="w-[112px]" {...sorting} />
          <Head className="w-[56px]">
            <span className="sr-only">{t('users.actions')}</span>
          </Head>
        </tr>
      </thead>
      <tbody className="@max-[860px]:block [&>tr:first-child]:border-t-0">
        {users.map((user) => (
          <UserRow key={user.id} user={user} selection={selection} {...acts} />
        ))}
      </tbody>
    </TableFrame>
  );
}

function SelectAll({ selection }: { readonly selection: Selection }) {
  const { t } = useTranslation();
  const { isAll, isSome, toggleAll } = selection;
  return (
    <input
      type="checkbox"
      aria-label={t('users.selectAll')}
      checked={isAll}
      ref={(box) => {
        if (box) {
          box.indeterminate = isSome && !isAll;
        }
      }}
      onChange={toggleAll}
      className="block size-[18px] accent-accent @max-[860px]:hidden"
    />
  );
}

interface HeadProps {
  readonly children: ReactNode;
  readonly className?: string;
}

function Head({ children, className }: HeadProps) {
  return (
    <th scope="col" className={classNames('h-10 px-2 text-left font-label', className)}>
      {children}
    </th>
  );
}

interface SortableHeadProps {
  readonly order: UserOrder;
  readonly part: UsersPart;
  readonly onSort: AskUsers;
  readonly className?: string;
}

/** The first press of a time shows the latest first; a further press turns the order around. */
function SortableHead({ order, part, onSort, className }: SortableHeadProps) {
  const { t } = useTranslation();
  const isSorted = part.sortBy === order;
  const isTime = order === 'joined' || order === 'lastSeen';
  const Arrow = part.descending ? ArrowDown : ArrowUp;
  const direction = part.descending ? 'descending' : 'ascending';

  return (
    <th
      scope="col"
      aria-label={t(`users.${order}`)}
      aria-sort={isSorted ? direction : undefined}
      className={classNames('h-10 px-2 text-left font-label', className)}
    >
      <button
        type="button"
        onClick={() => onSort({ sortBy: order, descending: isSorted ? !part.descending : isTime })}
        className="inline-flex h-8 items-center gap-1.5 rounded-control font-label hover:text-ink @max-[860px]:hidden"
      >
        {t(`users.${order}`)}
        {isSorted && <Arrow aria-hidden="true" className="size-[15px]" />}
      </button>
      <span className="hidden @max-[860px]:inline">{t(`users.${order}`)}</span>
    </th>
  );
}
