import * as z from 'zod/mini';

export const deliveryId = z.string().check(z.regex(/^\d{1,18}$/));
