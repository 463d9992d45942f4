/** The little of the package that the product and its tests use; it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface CookieAttributes {
    readonly path?: string;
    readonly httpOnly?: boolean;
    readonly sameSite?: 'lax';
    readonly secure?: boolean;
    readonly signed?: boolean;
    readonly maxAge?: number;
  }

  interface Context {
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    readonly path: string;
    body: unknown;
    status: number;
    type: string;
    respond?: boolean;
    readonly cookies: {
      get(name: string, options: CookieAttributes): string | undefined;
      set(name: string, value: string, options: CookieAttributes): void;
    };
    get(header: string): string;
    set(header: string, value: string | string[]): void;
    remove(header: string): void;
    readonly oidc: {
      readonly route: string;
      readonly provider: Provider;
      readonly client?: { readonly clientId: string };
      readonly session: { readonly accountId?: string };
      readonly account?: object;
      readonly entities: { readonly RotatedRefreshToken?: { readonly jti: string } };
      /** Answer of the page, when an interaction continues. */
      readonly result?: object;
    };
  }

  /** Methods that the product replaces. */
  interface Model<Methods> {
    readonly prototype: Methods;
  }

  interface ClientMethods {
    readonly clientAuthMethod: string;
    compareClientSecret(this: ClientMethods, given: string): boolean | Promise<boolean>;
  }

  interface TokenMethods {
    generateTokenId(this: TokenMethods): string;
  }

  interface Policy {
    add(prompt: object, at?: number): void;
    clear(): void;
  }

  interface Grant {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  }

  export const interactionPolicy: {
    base(): Policy;
    readonly Prompt: new (
      of: { readonly name: string; readonly requestable: boolean },
      ...checks: readonly object[]
    ) => object;
    readonly Check: new (
      reason: string,
      description: string,
      error: string,
      check: (context: Context) => boolean,
    ) => object;
  };

  export const errors: {
    readonly InvalidGrant: new (detail: string) => Error;
    readonly InvalidTarget: new () => Error;
  };

  export class Provider {
    /** Request that is answered at this moment. */
    static readonly ctx: Context | undefined;
    constructor(issuer: string, configuration: object);
    /** Whether the X-Forwarded-* headers count. */
    proxy: boolean;
    readonly Grant: new (of: {
      readonly clientId: string | undefined;
      readonly accountId: string;
    }) => Grant;
    readonly Client: Model<ClientMethods>;
    readonly RefreshToken: Model<TokenMethods>;
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    on(event: string, listener: (context: Context, error: Error) => void): void;
    interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>;
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
  }
}

declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  import { errors } from 'oidc-provider';

  export const { InvalidGrant, InvalidTarget }: typeof errors;
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import { interactionPolicy } from 'oidc-provider';

  export const { base, Prompt, Check }: typeof interactionPolicy;
}
