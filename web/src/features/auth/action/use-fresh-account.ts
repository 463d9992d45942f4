import { useEffect } from 'react';
import { useSession } from '../../../shared/session/index.ts';

/** Shows the signed-in person at once what a mailed code has changed, or signs them out. */
export function useFreshAccount(changed: boolean): void {
  const { status, reload } = useSession();

  useEffect(() => {
    if (changed && status === 'signed-in') {
      // Where it cannot be read now, the next page reads it.
      reload().catch(() => undefined);
    }
  }, [changed, status, reload]);
}
