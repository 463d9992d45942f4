import { mayOperate, type OperatorRole } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { pages } from '../../pages.ts';
import { everyPath, type PageName } from '../../shared/paths.ts';

/** The pages of operators that this role may open. */
export function OperatorNav({ role }: { readonly role: OperatorRole }) {
  const { t } = useTranslation();
  const places = (Object.keys(pages) as PageName[]).flatMap((name) => {
    const { label, right } = pages[name];
    const isShown = label && right && mayOperate(role, right);
    return isShown ? [{ to: everyPath[name], label: t(label) }] : [];
  });
  return (
    <nav aria-label={t('console.nav')} className="-mb-2">
      <ul className="flex flex-wrap gap-1">
        {places.map(({ to, label }) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              className="inline-flex h-[38px] items-center rounded-control px-3 text-label font-nav text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-ink"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
