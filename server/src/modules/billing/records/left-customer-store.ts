import { sql } from 'kysely';
import type { Database, Transaction } from '../../../platform/transaction.ts';

/** Name of the job that removes a customer of whom nothing here is left. */
export const removeCustomerTask = 'remove-customer';

/** Asks for the job, once the caller's transaction is through. */
export async function askForRemoval(tx: Transaction, customerId: string): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      identifier => ${removeCustomerTask},
      payload => json_build_object('customerId', ${customerId}::text),
      job_key => ${`remove ${customerId}`})`.execute(tx);
}

/** Name of the job that looks for a customer whom a crash may have left at the provider. */
export const findCustomerTask = 'find-customer';

export interface MissingCustomer {
  readonly subscriptionId: string;
  /** The one before, who was removed there; null for the first. */
  readonly before: string | null;
}

/** Asks for the job before anybody is made; it comes when whoever makes them is done, or dead. */
export async function askToFind(
  db: Database,
  { subscriptionId, before }: MissingCustomer,
): Promise<void> {
  await sql`
    select graphile_worker.add_job(
      identifier => ${findCustomerTask},
      payload => json_build_object(
        'subscriptionId', ${subscriptionId}::text, 'before', ${before}::text),
      job_key => ${`find ${subscriptionId}`},
      run_at => now() + interval '3 minutes')`.execute(db);
}
