import { readBrowserScript } from '@hearth/stripe-emulator/browser-script';
import { vi } from 'vitest';

await startStripeScript();

/** Runs the emulator's script as if the page had loaded it; Stripe's package keeps the first that it sees. */
async function startStripeScript(): Promise<void> {
  const script = await readBrowserScript();
  // The script takes its base from its own address.
  const currentScript = { value: { src: '/sandbox/stripe.js' }, configurable: true };
  Object.defineProperty(document, 'currentScript', currentScript);
  new Function(script)();
  Reflect.deleteProperty(document, 'currentScript');
}

/** Stripe's sentence if a holder was not confirmed. */
export const notAuthenticated =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

type Fields = Readonly<Record<string, string>>;

/** Answers what Stripe's script asks. `onSaved` is told of a card that is kept for later. */
export function createStripeServer(onSaved: (paymentMethodId: string) => void) {
  const state = {
    isAway: false,
    /** Sentences about the card, by the last part of the path. */
    refusals: {} as Record<string, string>,
    /** States of an intent that was begun by the server, and of a card that the page keeps. */
    intentStatus: 'requires_action',
    setupStatus: 'succeeded',
    /** State after the holder has agreed at the bank. */
    agreedStatus: 'succeeded',
    /** Card of an intent that is read again. */
    confirmedCard: null as string | null,
  };
  let made = 0;

  function save(id: string, paymentMethodId: string) {
    onSaved(paymentMethodId);
    return { id, status: state.setupStatus };
  }

  const answers: Record<string, (id: string, fields: Fields) => object> = {
    payment_methods() {
      made += 1;
      return { id: `pm_${made}`, object: 'payment_method' };
    },
    confirm: (id, { payment_method = '' }) => save(id, payment_method),
    authenticate(id, { agreed }) {
      if (agreed === 'true') {
        return { id, status: state.agreedStatus };
      }
      const error = { message: notAuthenticated };
      const status = 'requires_payment_method';
      return { id, status, last_payment_error: error, last_setup_error: error };
    },
  };

  const stripe = vi.fn<typeof fetch>(async (url, init) => {
    const { pathname } = new URL(String(url), location.origin);
    const [name = '', before = ''] = pathname.split('/').toReversed();
    if (state.isAway) {
      return Response.json({ error: { type: 'api_error', message: 'Down.' } }, { status: 503 });
    }
    const message = state.refusals[name];
    if (message !== undefined) {
      return Response.json({ error: { type: 'card_error', message } }, { status: 402 });
    }
    const answer =
      answers[name] ??
      ((): object => ({
        id: name,
        status: state.intentStatus,
        payment_method: state.confirmedCard,
      }));
    return Response.json(answer(before, fieldsOf(init)));
  });
  vi.stubGlobal('fetch', stripe);
  closeBank();

  /** Fields of all requests whose path ends so, oldest first. */
  function sentToStripe(ending: string): Fields[] {
    return stripe.mock.calls
      .filter(([url]) => String(url).endsWith(ending))
      .map(([, init]) => fieldsOf(init));
  }

  return { stripe, stripeState: state, sentToStripe };
}

function fieldsOf(init: RequestInit | undefined): Fields {
  return init?.body instanceof URLSearchParams ? Object.fromEntries(init.body) : {};
}

/** The bank's dialog is in no React tree, and would outlive its test. */
function closeBank(): void {
  for (const dialog of document.querySelectorAll('[data-testid="stripe-3ds"]')) {
    dialog.remove();
  }
}
