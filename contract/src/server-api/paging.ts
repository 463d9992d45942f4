import * as z from 'zod/mini';

/** Entries of a page, 1 to 100; 50 if it is left out. */
export const limit = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50);

/** The `next_cursor` of the page before; the first page if it is left out. */
const cursor = z.optional(z.string().check(z.minLength(1), z.maxLength(128)));

/** Fields with which a list is read page by page. */
export const paging = { cursor, limit };

/** A page of a list. */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    data: z.array(item),
    /** Asks for the next page; null after the last one. */
    next_cursor: z.nullable(z.string()),
  });
}
