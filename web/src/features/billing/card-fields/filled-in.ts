import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { PaymentProblem } from '../payment/payment-problem.ts';

/** What was typed, once all of it will do; otherwise the fields say what is missing and the sentence is thrown. */
export function filledIn<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  sentence: string,
): Promise<Values> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new PaymentProblem(sentence));
    form.handleSubmit(resolve, refuse)().catch(reject);
  });
}
