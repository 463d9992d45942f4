import * as contract from '@hearth/contract';
import { operationsOf } from '../../identity/index.ts';
import type { ConsoleServices } from '../operation.ts';

/** The doctor stands above all modules, so it is handed in. */
export interface ExaminingServices extends ConsoleServices {
  readonly examine: () => Promise<contract.Examination>;
}

/** Runs the checks of the doctor. Outside a transaction, since they ask the network. */
export const examineInstallation = operationsOf<ExaminingServices>().saga(
  contract.examineInstallation,
  async (_input, { examine }) => await examine(),
);
