import type Stripe from 'stripe';

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Prices by the names that the contract's cases give them, in usd. */
const terms = {
  price_free_week: [0, 'week'],
  price_pro_week: [1_000, 'week'],
  price_enterprise_week: [2_000, 'week'],
  price_enterprise_extra_week: [1_000, 'week'],
  price_pro_month: [4_000, 'month'],
  price_pro_year: [40_000, 'year'],
} as const;

/**
 * Stripe chooses the ids of prices itself, so names are put in their place on the way. The prices are made in the first
 * run and found again in later ones, since Stripe deletes none.
 */
export async function withNames(stripe: Stripe): Promise<Fetch> {
  const names = Object.keys(terms);
  const { data } = await stripe.prices.list({ lookup_keys: names.map(toKey), limit: 100 });
  const idOf = new Map(data.map(({ id, lookup_key }) => [lookup_key?.slice(prefix.length), id]));
  for (const [name, [unit_amount, interval]] of Object.entries(terms)) {
    const id = idOf.get(name) ?? (await create(stripe, { name, unit_amount, interval }));
    idOf.set(name, id);
  }
  const nameOf = new Map([...idOf].map(([name, id]) => [id, name]));
  const replace = (text: string, by: ReadonlyMap<string | undefined, string | undefined>) =>
    text.replace(/\bprice_\w+/g, (found) => by.get(found) ?? found);
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    // Names and ids differ in length, so that fetch has to count again.
    headers.delete('content-length');
    const body = typeof init?.body === 'string' ? { body: replace(init.body, idOf) } : {};
    const answer = await fetch(replace(String(input), idOf), { ...init, ...body, headers });
    const text = replace(await answer.text(), nameOf);
    return new Response(text, { status: answer.status, headers: answer.headers });
  };
}

const prefix = 'hearth_check_';
const toKey = (name: string) => `${prefix}${name}`;

interface NewPrice {
  readonly name: string;
  readonly unit_amount: number;
  readonly interval: 'week' | 'month' | 'year';
}

async function create(stripe: Stripe, { name, unit_amount, interval }: NewPrice): Promise<string> {
  const { id } = await stripe.prices.create({
    product_data: { name: `Hearth check: ${name}` },
    lookup_key: toKey(name),
    currency: 'usd',
    unit_amount,
    recurring: { interval },
  });
  return id;
}
