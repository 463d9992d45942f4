import { lookup } from '@hearth/contract';
import { useEffect } from 'react';
import { useApi } from '../api/index.ts';
import { useSession } from '../session/index.ts';

/**
 * Asks again whether the address is verified when the person returns: the link may have been opened elsewhere. Reads the
 * account only once it has changed.
 */
export function useVerifiedElsewhere(): void {
  const api = useApi();
  const { account, reload } = useSession();
  const isWaiting = account?.emailVerified === false;

  useEffect(() => {
    async function ask() {
      const { users } = await api.call(lookup, {});
      if (users[0]?.emailVerified) {
        await reload();
      }
    }
    // If the check fails now, the next return repeats it.
    const handleFocus = () => void ask().catch(() => undefined);
    if (isWaiting) {
      window.addEventListener('focus', handleFocus);
    }
    return () => window.removeEventListener('focus', handleFocus);
  }, [api, isWaiting, reload]);
}
