import { useConfig } from '../config/index.ts';

/** Whether this browser can use passkeys on this page. */
export function usePasskeysOffered(): boolean {
  const { passkeyOrigin } = useConfig();
  return passkeyOrigin === location.origin && 'PublicKeyCredential' in globalThis;
}
