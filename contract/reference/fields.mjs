/**
 * Fields of a JSON Schema as a list, those inside of others deeper: name, kind, whether it may be left
 * out, text, and what stands for it then. The kind of a named type is `{ name }` with what is around it.
 */
export function listFields(schema = {}, depth = 0) {
  const { allOf, anyOf, oneOf, $ref } = schema;
  if ($ref !== undefined) {
    return [{ depth, name: '', kind: kindOf(schema), isOptional: false, text: '' }];
  }
  if (allOf !== undefined) {
    return allOf.flatMap((part) => listFields(part, depth));
  }
  const choices = (anyOf ?? oneOf ?? []).filter((one) => one.properties || one.$ref);
  if (choices.length > 1) {
    return choices.flatMap((choice, index) => [
      { depth, name: '', kind: '', isOptional: false, text: toChoice(choice, index) },
      ...listFields(choice, depth),
    ]);
  }
  const { required = [], properties = {} } = schema;
  return Object.entries(properties).flatMap(([name, property]) => [
    {
      depth,
      name,
      kind: kindOf(property),
      isOptional: !required.includes(name),
      text: property.description ?? '',
      ...(property.default !== undefined && { standard: property.default }),
    },
    ...listFields(contentOf(property), depth + 1),
  ]);
}

function toChoice({ description = '' }, index) {
  return [index === 0 ? 'Either:' : 'or:', description].filter(Boolean).join(' ');
}

/** Object whose fields are shown below the property: its own, or those of the items of a list. */
function contentOf(schema) {
  const { properties, items, anyOf = [], $ref } = schema;
  if ($ref !== undefined) {
    return {};
  }
  const inside = items ?? anyOf.find((one) => one.type !== 'null');
  return properties === undefined && inside !== undefined ? contentOf(inside) : schema;
}

function kindOf(schema) {
  const { $ref, anyOf, oneOf, enum: words, const: constant, items, type } = schema;
  if ($ref !== undefined) {
    return $ref.split('/').at(-1);
  }
  if (constant !== undefined) {
    return JSON.stringify(constant);
  }
  if (words !== undefined) {
    return words.map((word) => JSON.stringify(word)).join(' | ');
  }
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) {
    return [...new Set(choices.map(kindOf))].join(' | ');
  }
  if (items !== undefined) {
    const kind = kindOf(items);
    return `list of ${kind.includes(', ') ? `(${kind})` : kind}${boundsOf(schema)}`;
  }
  return `${[type ?? 'anything'].flat().join(' | ')}${boundsOf(schema)}`;
}

/** `1 to 128 characters`, as far as there are bounds. */
function boundsOf({ minLength, maxLength, minItems, maxItems, minimum, maximum, type }) {
  if (type === 'string') {
    return toBounds(minLength, maxLength, ' characters');
  }
  return type === 'array' ? toBounds(minItems, maxItems, ' items') : toBounds(minimum, maximum, '');
}

function toBounds(from, to, unit) {
  if (to === undefined) {
    return from === undefined ? '' : `, from ${from}${unit}`;
  }
  return from === undefined ? `, up to ${to}${unit}` : `, ${from} to ${to}${unit}`;
}
