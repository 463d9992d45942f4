/** The little of the package that the tests use; it comes without types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Context {
    readonly req: IncomingMessage;
    readonly res: ServerResponse;
    readonly path: string;
    body: unknown;
    respond?: boolean;
    readonly oidc: { readonly route: string; readonly client?: { readonly clientId: string } };
  }

  interface Policy {
    add(prompt: object, at: number): void;
  }

  export const interactionPolicy: {
    base(): Policy;
    readonly Prompt: new (of: { readonly name: string; readonly requestable: boolean }) => object;
  };

  export class Provider {
    constructor(issuer: string, configuration: object);
    readonly Grant: new (of: {
      readonly clientId: string | undefined;
      readonly accountId: string;
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void;
    interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>;
    callback(): (req: IncomingMessage, res: ServerResponse) => void;
  }
}
