import type { Engine } from './engine.ts';
import { finishPayment } from './resources/payment-intents.ts';
import { finishSetup } from './resources/setup-intents.ts';
import { missing } from './wire/errors.ts';

/** The holder's answer in the bank's dialog. The client secret proves the holder. */
export function authenticate(engine: Engine, body: string): Promise<object> {
  const form = new URLSearchParams(body);
  const secret = form.get('client_secret') ?? '';
  const isAgreed = form.get('agreed') === 'true';
  const [id = ''] = secret.split('_secret_');
  return engine.runOnObject<object>(id, (scene) => {
    const { setupIntents, paymentIntents } = scene.state;
    const isSetup = id.startsWith('seti_');
    const intent = isSetup ? setupIntents[id] : paymentIntents[id];
    if (intent?.client_secret !== secret) {
      throw missing('intent', id, 'intent');
    }
    return isSetup ? finishSetup(scene, id, isAgreed) : finishPayment(scene, id, isAgreed);
  });
}
