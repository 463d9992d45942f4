import * as z from 'zod/mini';

/** Id of a plan of the configuration. */
export const planId = z.string().check(z.minLength(1), z.maxLength(100));
