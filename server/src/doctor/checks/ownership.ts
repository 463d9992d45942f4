import { listFrozen } from '../../modules/subscriptions/index.ts';
import type { Check } from '../context.ts';
import { those, warning } from '../finding.ts';

/** Projects that wait for an operator, who has had no mail if OPERATOR_EMAILS names nobody. */
export const ownership: Check = {
  name: 'the owners of projects',
  async run({ database }) {
    const projects = await listFrozen(await database());
    return those(
      projects.length > 0 &&
        warning(
          'ownership-claimed',
          `After a takeover, somebody claims projects that another account owns: ${projects.join(', ')}. They are frozen until you decide.`,
          'Look at each with `billing show`, then run `subscriptions settle-ownership`.',
        ),
    );
  },
};
