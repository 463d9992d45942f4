import { invalid, StripeError } from './errors.ts';
import { shapes } from './shapes.ts';

/** Account of the request. All keys of test mode belong to the one account. */
export function readKey(headers: Headers): { isPublishable: boolean } {
  const key = keyOf(headers.get('authorization') ?? '');
  if (key === undefined) {
    throw new StripeError(
      401,
      'invalid_request_error',
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://docs.stripe.com/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  const [, kind] = /^(sk|rk|pk)_test_\w+$/.exec(key) ?? [];
  if (kind === undefined) {
    throw new StripeError(
      401,
      'invalid_request_error',
      `Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(Math.max(0, Math.min(20, key.length - 12)))}${key.slice(-4)}`,
    );
  }
  return { isPublishable: kind === 'pk' };
}

function keyOf(header: string): string | undefined {
  const [, scheme, value = ''] = /^(Bearer|Basic) (\S+)$/i.exec(header) ?? [];
  if (scheme === undefined) {
    return undefined;
  }
  return scheme.toLowerCase() === 'basic'
    ? Buffer.from(value, 'base64').toString().split(':')[0]
    : value;
}

export function secretKeyRequired() {
  return new StripeError(
    403,
    'invalid_request_error',
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    { code: 'secret_key_required' },
  );
}

/** The emulator speaks the version of the `stripe` package, and the account's default is the same. */
export function checkVersion(headers: Headers) {
  const version = headers.get('stripe-version');
  if (version !== null && version !== shapes.apiVersion) {
    throw invalid(
      `Invalid Stripe API version: ${version}. The emulator speaks ${shapes.apiVersion}.`,
      undefined,
      'api_version',
    );
  }
}
