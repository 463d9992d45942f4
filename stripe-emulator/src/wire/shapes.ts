import declared from './shapes.json' with { type: 'json' };

/** A type's name, or its number among `types`; '' is a value that unsets. */
export type TypeRef = string | number;

export type Type =
  | { fields: Record<string, TypeRef>; required?: string[] }
  | { items: TypeRef }
  | { each: TypeRef }
  | { values: string[] }
  | { oneOf: TypeRef[] };

/** Objects that expanding can reach below a field of an answer. */
export interface Reach {
  kinds?: string[];
  list?: string[];
  fields?: Record<string, Reach>;
  isExpandable?: boolean;
  isOptional?: boolean;
}

interface Shapes {
  package: string;
  apiVersion: string;
  operations: Record<string, { params: number; answer: string[]; isList?: boolean } | undefined>;
  /** Calls that Stripe has and the emulator has not. */
  elsewhere: string[];
  types: Type[];
  objects: Record<string, Record<string, Reach> | undefined>;
}

/** Read from the declarations of the `stripe` package by `scripts/read-shapes.mjs`. */
export const shapes = declared as unknown as Shapes;
