import { lookup } from '@hearth/contract';
import { useEffect } from 'react';
import { useApi } from '../api/index.ts';
import { useSession } from '../session/index.ts';

/**
 * Asks again whether the address is verified when the person comes back to this window, until it is: the mailed link
 * may have been opened on another device. The account itself is read again only when it has changed.
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
    // Where it cannot be asked now, the next return asks.
    const handleFocus = () => void ask().catch(() => undefined);
    if (isWaiting) {
      window.addEventListener('focus', handleFocus);
    }
    return () => window.removeEventListener('focus', handleFocus);
  }, [api, isWaiting, reload]);
}
