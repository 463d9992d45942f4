import * as z from 'zod/mini';

/** Permission keys of the configuration; the default one is added if it is left out. */
export const permissionKeys = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100));
