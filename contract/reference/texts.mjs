import * as z from 'zod/mini';

/** Comments of the contract about its schemas, where `z.toJSONSchema` looks for it. */
export const schemaTexts = z.registry();

const texts = new Map();

/** Comment of a call or of an access, the folder that it is in, and its place: that in `calls.ts`, since it is read in that order. */
export const textOf = (value) => texts.get(value) ?? { text: '', folder: '' };

/**
 * Called around each value of the contract that has a comment or a name of its own. A schema is copied,
 * since the same one has other comments in other places.
 */
export function withText(value, { text = '', name, folder = '' }) {
  if (value instanceof z.core.$ZodType) {
    const isNamed = name !== undefined && value instanceof z.core.$ZodObject;
    const copy = value.clone();
    schemaTexts.add(copy, {
      ...(text !== '' && { description: text }),
      ...(isNamed && { id: name[0].toUpperCase() + name.slice(1) }),
    });
    return copy;
  }
  if (typeof value === 'object' && value !== null) {
    texts.set(value, { text, folder, place: texts.size });
  }
  return value;
}
