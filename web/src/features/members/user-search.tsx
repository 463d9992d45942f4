import Search from 'lucide-react/icons/search';
import { useTranslation } from 'react-i18next';
import { longestSearch } from './use-users-part.ts';

interface UserSearchProps {
  readonly text: string;
  readonly onType: (text: string) => void;
}

export function UserSearch({ text, onType }: UserSearchProps) {
  const { t } = useTranslation();
  return (
    <div className="relative w-full sm:w-[240px]">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        value={text}
        aria-label={t('users.search')}
        placeholder={t('users.search')}
        maxLength={longestSearch}
        autoComplete="off"
        onChange={(event) => onType(event.target.value)}
        className="h-[38px] w-full min-w-0 rounded-control border border-line-strong bg-surface pr-3 pl-9 text-label text-ink placeholder:text-ink-3 hover:border-ink-3 focus:border-accent focus:shadow-halo focus:outline-2 focus:outline-transparent"
      />
    </div>
  );
}
