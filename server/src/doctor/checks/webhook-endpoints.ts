import { listTurnedOff } from '../../modules/server-api/index.ts';
import type { Check } from '../context.ts';
import { those, warning } from '../finding.ts';

/** Endpoints of programs that Hearth has turned off by itself. */
export const webhookEndpoints: Check = {
  name: 'the webhook endpoints of programs',
  async run({ database }) {
    const hosts = await listTurnedOff(await database());
    return those(
      hosts.length > 0 &&
        warning(
          'webhook-endpoint-off',
          `Hearth sends no events any more to ${hosts.join(', ')}, where every attempt failed for five days or the answer was 410.`,
          'Repair the program that receives them and turn the endpoint on at /operator/webhooks, then let a program send again what it missed (replay); or remove the endpoint.',
        ),
    );
  },
};
