import type { Document, OutputOf, RequestOf } from './entry.ts';
import type { RegisteredMember } from './register.ts';

/** A project in which the accessibility walk opens a screen. */
export interface ScreenVisit {
  readonly subscriptionId: string;
  /** Makes the call as the owner. */
  call<E extends Document>(entry: E, input: RequestOf<E>): Promise<OutputOf<E>>;
  /** Sends a file to a route of the product as the owner. */
  upload(
    path: `/api/${string}`,
    file: { readonly type: string; readonly base64: string },
  ): Promise<void>;
}

export interface AppScreen {
  /** Makes what the screen shows, and answers the parameters of its path. Without one it is opened only as a new project has it. */
  readonly fill?: (visit: ScreenVisit) => Promise<Readonly<Record<string, string>> | undefined>;
}

/**
 * Screens of the product by their paths, for `app/test/screens.ts`; those about the person begin with `/account/`. One without a row
 * is walked as well, empty.
 */
export type AppScreens = {
  readonly [Path in
    | RegisteredMember<'pages'>
    | `/account/${RegisteredMember<'accountPages'>}`]?: AppScreen;
};
