/** What a person types; the number and the code are stored nowhere. */
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

/** What the page in the browser asks of the sandbox, as it would ask Stripe's script. */
export interface SandboxBrowser {
  /** Keeps brand, last four digits, expiry and holder; throws ProviderRefusal for any other than a test card. */
  createCard(typed: TypedCard): Promise<string>;
  /** Adds the card to the customer whom the setup is for. */
  completeSetup(clientSecret: string, cardId: string): Promise<SetupOutcome>;
  /** The 3-D Secure dialog, for a charge or a setup. */
  answerChallenge(clientSecret: string, success: boolean): Promise<ChallengeOutcome>;
}
