import { openChannel } from '../browser-parts.ts';

/** Message from one tab to the others. */
export interface TabMessage {
  /** `changed`: the account reads differently now. */
  readonly kind: 'signed-in' | 'signed-out' | 'changed';
  readonly uid: string;
}

export interface TabChannel {
  send(message: TabMessage): void;
  listen(listener: (message: TabMessage) => void): void;
}

export function createTabChannel(): TabChannel {
  const channel = openChannel('hearth-session');
  return {
    send: (message) => channel.postMessage(message),
    listen(listener) {
      channel.addEventListener('message', (event: MessageEvent<TabMessage>) => {
        listener(event.data);
      });
    },
  };
}
