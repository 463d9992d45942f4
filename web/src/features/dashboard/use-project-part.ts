import { type ListedSubscription, toSearchText } from '@hearth/contract';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useAccount } from '../../shared/session/index.ts';
import { useNeedsPayment } from './needs-payment.ts';

/** From so many projects on, they can be searched. */
const manyProjects = 8;

export const shows = ['all', 'mine', 'shared', 'payment'] as const;
export const sorts = ['newest', 'name', 'charge'] as const;

export type Show = (typeof shows)[number];
export type Sort = (typeof sorts)[number];

/** The projects that are asked for by the address, so that a link or a reload shows them again. */
export function useProjectPart(running: readonly ListedSubscription[]) {
  const [query, setQuery] = useSearchParams();
  const { t } = useTranslation();
  const { uid } = useAccount();
  const needsPayment = useNeedsPayment();
  const hasTools = running.length >= manyProjects;
  const asked = (name: string) => (hasTools ? (query.get(name) ?? '') : '');
  const search = asked('q');
  const show = shows.find((one) => one === asked('show')) ?? 'all';
  const sort = sorts.find((one) => one === asked('sort')) ?? 'newest';

  const isShown = {
    all: () => true,
    mine: ({ owner_id }) => owner_id === uid,
    shared: ({ owner_id }) => owner_id !== uid,
    payment: needsPayment,
  } satisfies Record<Show, (subscription: ListedSubscription) => boolean>;
  const nameOf = ({ settings }: ListedSubscription) => settings.name || t('subscription.untitled');
  const words = toSearchText(search.trim());
  const found = running
    .filter(isShown[show])
    .filter((one) => toSearchText(nameOf(one)).includes(words));

  /** Empties what is left out; a step back leads to the page before. */
  function ask(name: 'q' | 'show' | 'sort', value: string, standard = '') {
    const next = new URLSearchParams(query);
    if (value === standard) {
      next.delete(name);
    } else {
      next.set(name, value);
    }
    setQuery(next, { replace: true });
  }

  return {
    hasTools,
    search,
    show,
    sort,
    found: sortBy(sort, found, nameOf),
    /** How many projects each choice shows, whatever is searched for. */
    counts: new Map(shows.map((one) => [one, running.filter(isShown[one]).length])),
    setSearch: (text: string) => ask('q', text),
    setShow: (one: Show) => ask('show', one, 'all'),
    setSort: (one: Sort) => ask('sort', one, 'newest'),
    clear: () => setQuery({}, { replace: true }),
  };
}

export type ProjectPart = ReturnType<typeof useProjectPart>;

/** The server lists the newest first. */
function sortBy(
  sort: Sort,
  found: readonly ListedSubscription[],
  nameOf: (subscription: ListedSubscription) => string,
): readonly ListedSubscription[] {
  const chargedAt = ({ next_charge }: ListedSubscription) => next_charge?.date ?? '9999';
  switch (sort) {
    case 'newest':
      return found;
    case 'name':
      return [...found].sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
    case 'charge':
      return [...found].sort((one, other) => chargedAt(one).localeCompare(chargedAt(other)));
  }
}
