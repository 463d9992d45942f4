import type { FoundCustomers } from '@hearth/contract';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { toText } from '../../../shared/i18n/index.ts';
import { paths } from '../../../shared/paths.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { classNames } from '../../../shared/ui/class-names.ts';
import { describeField, Field, inputStyle } from '../../../shared/ui/field.tsx';
import { PageHeader } from '../../../shared/ui/page-header.tsx';
import { RetryNote } from '../../../shared/ui/retry-note.tsx';
import { Skeleton, SkeletonGroup } from '../../../shared/ui/skeleton.tsx';
import { useSearchText } from '../../../shared/use-search-text.ts';
import { FoundLists } from './found-lists.tsx';
import { longestSearch, shortestSearch, useFindCustomers } from './use-find-customers.ts';

/** Where operators begin: one field, and all that it finds. */
export function FindPage() {
  const { t } = useTranslation();
  const { search, keep } = useKeptSearch();
  const { text, setText } = useSearchText(search, keep);
  const { query, dialog } = useFindCustomers(search);
  const { data, error, isFetching, refetch, isPlaceholderData } = query;
  const isAsked = search.length >= shortestSearch;
  const isTooShort = text.trim().length > 0 && text.trim().length < shortestSearch;

  return (
    <>
      <PageHeader title={t('console.find.title')} sub={t('console.find.sub')} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the field and the links in it. */}
      <div className="grid grid-cols-1 gap-6" onKeyDown={moveFocus}>
        <SearchField text={text} isTooShort={isTooShort} onType={setText} />
        {error && isAsked && (
          <RetryNote message={toText(error, t)} busy={isFetching} onRetry={() => void refetch()} />
        )}
        {isAsked && !data && !error && <FoundSkeleton />}
        {isAsked && data && !error && (
          <div className={classNames('grid grid-cols-1 gap-4', isPlaceholderData && 'opacity-60')}>
            <Outcome found={data} text={search} />
            <FoundLists found={data} />
          </div>
        )}
      </div>
      {dialog}
    </>
  );
}

/** The text is kept with the page in the browser's history, since an address ends up in logs. */
function useKeptSearch() {
  const navigate = useNavigate();
  const state = useLocation().state as { readonly search?: string } | null;
  const keep = (search: string) =>
    void navigate(paths.operatorFind, { replace: true, state: { search } });
  return { search: state?.search ?? '', keep };
}

/** Up and down lead through the field and all that was found. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) {
    return;
  }
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a[href]')];
  const next = stops[stops.indexOf(event.target as HTMLElement) + step];
  if (next) {
    event.preventDefault();
    next.focus();
  }
}

interface SearchFieldProps {
  readonly text: string;
  readonly isTooShort: boolean;
  readonly onType: (text: string) => void;
}

function SearchField({ text, isTooShort, onType }: SearchFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useFirstFocus();
  const words = {
    label: t('console.find.label'),
    hint: isTooShort ? t('console.find.tooShort') : t('console.find.hint'),
  };
  return (
    <Field id={id} {...words}>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-[18px] -translate-y-1/2 text-ink-3"
        />
        <input
          ref={input}
          type="search"
          value={text}
          maxLength={longestSearch}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...describeField(id, words)}
          id={id}
          onChange={(event) => onType(event.target.value)}
          className={classNames(inputStyle, 'pl-10')}
        />
      </div>
    </Field>
  );
}

/** The field has the focus from the start, in place of the title. */
function useFirstFocus(): Ref<HTMLInputElement> {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);
  return input;
}

/** Says how much was found; those who see the lists need it only if there are none. */
function Outcome({ found, text }: { readonly found: FoundCustomers; readonly text: string }) {
  const { t } = useTranslation();
  const people = found.people.length;
  const projects = found.projects.length;
  const invoices = found.invoices.length;
  const isNone = people + projects + invoices === 0;
  return (
    <p role="status" className={isNone ? 'wrap-anywhere text-ink-2' : 'sr-only'}>
      {isNone
        ? t('console.find.none', { text })
        : t('console.find.found', { people, projects, invoices })}
    </p>
  );
}

function FoundSkeleton() {
  return (
    <SkeletonGroup>
      <Card className="grid grid-cols-1 gap-4 p-5">
        <Skeleton className="h-6 w-28" />
        <Skeleton className="h-9 w-72" />
        <Skeleton className="h-9 w-56" />
      </Card>
    </SkeletonGroup>
  );
}
