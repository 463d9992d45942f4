import * as z from 'zod/mini';
import { findEmail } from './email-address.ts';

const colour = z
  .string()
  .check(z.regex(/^#[0-9a-fA-F]{6}$/, 'must be a color of six digits, such as #0f5bd7.'));

const picture = z
  .string()
  .check(z.regex(/\.(svg|png)$/, 'must be the path of an SVG or PNG file.'), z.maxLength(300));

const page = z
  .string()
  .check(z.regex(/^https?:\/\/\S+$/, 'must be an http or https address.'), z.maxLength(2000));

const mailbox = z
  .string()
  .check(z.refine((written) => findEmail(written) !== undefined, 'must be an email address.'));

/** Look of the operator's own product. Paths of files begin at the folder of the configuration. */
export const brand = z.strictObject({
  /** One for light backgrounds, one for dark ones. Emails and PDF invoices show PNG files only. */
  logo: z.optional(
    z.strictObject({
      light: picture,
      dark: picture,
      /** The picture holds the product's name, so the name is not written beside it. */
      wordmark: z._default(z.boolean(), false),
    }),
  ),
  /** Color of buttons and links, for each theme. */
  accent: z.optional(z.strictObject({ light: colour, dark: colour })),
  favicon: z.optional(picture),
  /** Email address for questions. */
  support: z.optional(mailbox),
  terms: z.optional(page),
  privacy: z.optional(page),
});

export type BrandSetting = z.infer<typeof brand>;

/** The part of the brand that every visitor may read; colors are styles of the page. */
export const publicBrand = z.object({
  logo: z.optional(
    z.object({
      /** Address of the picture for light backgrounds. */
      light: z.string(),
      dark: z.string(),
      wordmark: z.boolean(),
      /** Width in px at a height of 28 px. */
      width: z.number(),
    }),
  ),
  /** Email address for questions. */
  support: z.optional(z.string()),
  terms: z.optional(z.string()),
  privacy: z.optional(z.string()),
});

export type PublicBrand = z.infer<typeof publicBrand>;

/** Products that billing pages may lead back to. */
export const returnOrigin = z.object({
  /** Such as `https://app.example.com`. */
  origin: z.string(),
  /** Name on the link; the host if it is left out. */
  name: z.optional(z.string()),
});

export type ReturnOrigin = z.infer<typeof returnOrigin>;

/** Return origin in the configuration: an origin, or an origin with a name. */
export const returnOriginSetting = z.union(
  [
    z.string(),
    z.strictObject({
      origin: z.string(),
      name: z.string().check(z.minLength(1), z.maxLength(40)),
    }),
  ],
  'must be an origin such as "https://app.example.com", or { "origin": …, "name": … }.',
);
