import { activityKinds } from '@hearth/contract';
import { useSearchParams } from 'react-router';
import { type ActivityChoice, lately, times } from './activity-filters.tsx';

export interface ActivityPart {
  readonly choice: ActivityChoice;
  /** From 1. */
  readonly page: number;
}

const lastPage = 1_000_000;
const longestUid = 128;

/** The events that are shown; they are part of the address, so that a reload or a link shows them again. */
export function useActivityPart() {
  const [params, setParams] = useSearchParams();
  const part = readPart(params);

  const show = (next: ActivityPart) => setParams(toParams(next), { replace: true });

  return {
    ...part,
    choose: (choice: ActivityChoice) => show({ choice, page: 1 }),
    showPage: (page: number) => show({ ...part, page }),
  };
}

function readPart(params: URLSearchParams): ActivityPart {
  const page = Number(params.get('page'));
  return {
    choice: {
      kind: activityKinds.find((kind) => kind === params.get('kind')) ?? lately.kind,
      actorId: (params.get('person') ?? '').slice(0, longestUid),
      time: times.find((time) => time === params.get('days')) ?? lately.time,
    },
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, lastPage) : 1,
  };
}

function toParams({ choice: { kind, actorId, time }, page }: ActivityPart): Record<string, string> {
  return {
    ...(kind !== lately.kind && { kind }),
    ...(actorId && { person: actorId }),
    ...(time !== lately.time && { days: time }),
    ...(page > 1 && { page: String(page) }),
  };
}
