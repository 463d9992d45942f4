/**
 * Stands in for `zod/mini` in the built web, which checks nothing itself. The build fails if the contract calls a
 * function that is missing here; a property of a schema, such as `shape`, is not there either, so the contract reads none.
 */
const schema = { check: () => schema };

/*#__NO_SIDE_EFFECTS__*/
function empty() {
  return schema;
}

/** The web lists the options of some. */
/*#__NO_SIDE_EFFECTS__*/
function choice(options: readonly string[]) {
  return { options };
}

export const coerce = { number: empty };
export const iso = { datetime: empty };

export {
  choice as enum,
  empty as _default,
  empty as array,
  empty as boolean,
  empty as custom,
  empty as extend,
  empty as int,
  empty as literal,
  empty as looseObject,
  empty as maximum,
  empty as maxLength,
  empty as minimum,
  empty as minLength,
  empty as nonnegative,
  empty as nullable,
  empty as nullish,
  empty as number,
  empty as object,
  empty as optional,
  empty as overwrite,
  empty as pipe,
  empty as positive,
  empty as record,
  empty as refine,
  empty as regex,
  empty as strictObject,
  empty as string,
  empty as transform,
  empty as trim,
  empty as union,
  empty as unknown,
  empty as url,
};
