/** Card as a person types it. Number and code are never stored. */
export interface TypedCard {
  readonly number: string;
  /** 1 to 12. */
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string;
  readonly holder: string;
}

export type SetupOutcome = 'succeeded' | 'authentication-needed';
export type ChallengeOutcome = 'succeeded' | 'failed' | 'nothing-asked';

/** Calls of the browser's page to the sandbox, in place of Stripe's script. */
export interface SandboxBrowser {
  /** Stores brand, last four digits, expiry and holder; throws ProviderRefusal for any other than a test card. */
  createCard(typed: TypedCard): Promise<string>;
  /** Adds the card to the customer whom the setup is for. */
  completeSetup(clientSecret: string, cardId: string): Promise<SetupOutcome>;
  /** The 3-D Secure dialog, for a charge or a setup. */
  answerChallenge(clientSecret: string, success: boolean): Promise<ChallengeOutcome>;
}
