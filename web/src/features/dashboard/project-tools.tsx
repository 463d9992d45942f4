import Search from 'lucide-react/icons/search';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { inputStyle } from '../../shared/ui/field.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import { useSearchText } from '../../shared/use-search-text.ts';
import { type ProjectPart, type Sort, shows, sorts } from './use-project-part.ts';

interface ProjectToolsProps {
  readonly part: ProjectPart;
}

/** Search, filter and order of many projects. */
export function ProjectTools({ part }: ProjectToolsProps) {
  const { t } = useTranslation();
  const options = shows.map((value) => ({
    value,
    label: t(`dashboard.tools.${value}`),
    count: part.counts.get(value) ?? 0,
  }));

  return (
    <div className="flex w-full flex-wrap items-center gap-2">
      <SearchField part={part} />
      <Segmented
        label={t('dashboard.tools.show')}
        options={options}
        value={part.show}
        onChange={part.setShow}
      />
      <SortSelect part={part} />
      <p role="status" className="sr-only">
        {t('dashboard.tools.found', { count: part.found.length })}
      </p>
    </div>
  );
}

function SearchField({ part }: ProjectToolsProps) {
  const { t } = useTranslation();
  const id = useId();
  const { text, setText } = useSearchText(part.search, part.setSearch);
  return (
    <div className="relative min-w-0 flex-[1_1_220px]">
      <label htmlFor={id} className="sr-only">
        {t('dashboard.tools.search')}
      </label>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
      />
      <input
        id={id}
        type="search"
        placeholder={t('dashboard.tools.search')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`${inputStyle} pl-9`}
      />
    </div>
  );
}

function SortSelect({ part }: ProjectToolsProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {t('dashboard.tools.sort')}
      </label>
      <select
        id={id}
        value={part.sort}
        onChange={(event) => part.setSort(event.target.value as Sort)}
        className="h-[42px] rounded-control border border-line-strong bg-surface px-2.5 text-label text-ink ml-auto"
      >
        {sorts.map((sort) => (
          <option key={sort} value={sort}>
            {t(`dashboard.tools.sorts.${sort}`)}
          </option>
        ))}
      </select>
    </>
  );
}
