import { lookUp } from './find-out.ts';
import { keptLocation } from './kept-location.ts';
import { forgetPerson, type Parts } from './session-parts.ts';
import type { TabMessage } from './tab-channel.ts';

/** Follows a change of the session in another tab. */
export async function obeyTab(
  message: TabMessage,
  parts: Parts,
  startAgain: () => Promise<void>,
): Promise<void> {
  const uid = parts.keeper.held()?.uid;
  const isMine = uid === message.uid;
  switch (message.kind) {
    case 'signed-out':
      if (isMine) {
        keptLocation.forget();
        forgetPerson(parts, 'left');
      }
      return;
    case 'changed':
      return isMine ? lookUp(parts) : undefined;
    case 'signed-in':
      return isMine ? void (await parts.keeper.renew()) : meetSomebody(uid, parts, startAgain);
  }
}

/** Two people in one browser: the page of the former must not go on in the name of the latter. */
function meetSomebody(
  uid: string | undefined,
  { reloadPage }: Parts,
  startAgain: () => Promise<void>,
) {
  return uid === undefined ? startAgain() : reloadPage();
}
