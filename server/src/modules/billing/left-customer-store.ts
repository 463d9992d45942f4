import { sql } from 'kysely';
import type { Transaction } from '../../platform/transaction.ts';

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
