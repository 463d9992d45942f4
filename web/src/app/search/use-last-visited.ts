import type { Subscription } from '@hearth/contract';
import { useAccount } from '../../shared/session/index.ts';
import { hasVisited, lastVisited } from './last-visited.ts';
import { useProjects } from './use-projects.ts';

/** The projects visited last in this browser; undefined while it is not known which of them are still there. */
export function useLastVisited(): readonly Subscription[] | undefined {
  const { uid } = useAccount();
  const projects = useProjects();
  if (projects) {
    return lastVisited(uid, projects);
  }
  return hasVisited(uid) ? undefined : [];
}
