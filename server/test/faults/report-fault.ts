interface FaultReport {
  /** What was done to the machine, the database or the network. */
  readonly planted: string;
  /** What the product did, with figures. */
  readonly seen: string;
  /** Name of the rule in `config/alerts.yml` whose figures moved; null where nobody needs to be told. */
  readonly alarm: string | null;
}

/** Prints one row of the run's report; `fault.ts` files call it once for each fault that they plant. */
export function reportFault({ planted, seen, alarm }: FaultReport): void {
  process.stdout.write(`FAULT ${planted}\n  seen: ${seen}\n  alarm: ${alarm ?? 'none'}\n`);
}
