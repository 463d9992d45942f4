/** Compares answers with the declarations of the installed `stripe` package; it needs the compiler, so it is for tests. */
import ts from 'typescript';
import { listMembers, openDeclarations } from './read-shapes.mjs';

const { TypeFlags: flags } = ts;

/** A function that says what in the answer of a call is not as declared. */
export function createAnswerCheck() {
  const { program, calls } = openDeclarations();
  const checker = program.getTypeChecker();
  const answers = new Map();
  for (const { declaration, calls: paths } of calls) {
    for (const [call, member] of listMembers(program.getSourceFile(declaration), paths)) {
      answers.set(call, member.type);
    }
  }
  return (operation, answer) => {
    const node = answers.get(operation);
    // Events are a union over all types, which this would take minutes to compare.
    if (!node || operation.includes(' /v1/events')) {
      return [];
    }
    const isList = node.typeName.getText() === 'ApiListPromise';
    const inner = node.typeArguments[0];
    const named = inner.typeName?.getText() === 'Response' ? inner.typeArguments[0] : inner;
    const type = checker.getTypeFromTypeNode(named);
    const comparison = new Comparison(checker);
    for (const one of isList ? answer.data : [answer]) {
      comparison.compare(type, one, one.object ?? '');
    }
    return comparison.problems.map((problem) => `${operation}: ${problem}`);
  };
}

class Comparison {
  problems = [];
  #checker;

  constructor(checker) {
    this.#checker = checker;
  }

  compare(type, value, path) {
    if (type.isUnion()) {
      this.#compareUnion(type.types, value, path);
    } else if (!this.#isPrimitive(type, value)) {
      this.#compareObject(type, value, path);
    }
  }

  /** Compares with each member of the union, and reports the problems of the closest one. */
  #compareUnion(types, value, path) {
    const attempts = types.map((type) => {
      const attempt = new Comparison(this.#checker);
      attempt.compare(type, value, path);
      return attempt.problems;
    });
    const best = attempts.reduce((least, one) => (one.length < least.length ? one : least));
    this.problems.push(...best);
  }

  #isPrimitive(type, value) {
    const isText = type.isIntersection() || type.flags & flags.String || isDecimal(type);
    if (isText) {
      return typeof value === 'string';
    }
    if (type.isStringLiteral()) {
      return type.value === value;
    }
    if (type.flags & flags.NumberLike) {
      return typeof value === 'number';
    }
    if (type.flags & (flags.BooleanLiteral | flags.Null)) {
      return this.#checker.typeToString(type) === String(value);
    }
    return Boolean(type.flags & (flags.Undefined | flags.Void)) && value === undefined;
  }

  #compareObject(type, value, path) {
    if (typeof value !== 'object' || value === null || !(type.flags & flags.Object)) {
      this.problems.push(
        `${path} is ${JSON.stringify(value)}, not ${this.#checker.typeToString(type).slice(0, 60)}`,
      );
      return;
    }
    if (this.#checker.isArrayType(type)) {
      this.#compareArray(this.#checker.getTypeArguments(type)[0], value, path);
      return;
    }
    const [index] = this.#checker.getIndexInfosOfType(type);
    const properties = this.#checker.getPropertiesOfType(type);
    if (index && properties.length === 0) {
      for (const [name, inner] of Object.entries(value)) {
        this.compare(index.type, inner, `${path}.${name}`);
      }
      return;
    }
    this.#compareFields(properties, value, path);
  }

  #compareArray(type, value, path) {
    if (!Array.isArray(value)) {
      this.problems.push(`${path} is no array`);
      return;
    }
    for (const [position, inner] of value.entries()) {
      this.compare(type, inner, `${path}[${position}]`);
    }
  }

  #compareFields(properties, value, path) {
    const known = new Map(properties.map((property) => [property.name, property]));
    for (const name of Object.keys(value)) {
      if (!known.has(name)) {
        this.problems.push(`${path}.${name} is not declared`);
      }
    }
    for (const [name, property] of known) {
      if (name in value) {
        this.compare(this.#checker.getTypeOfSymbol(property), value[name], `${path}.${name}`);
      } else if (!(property.flags & ts.SymbolFlags.Optional)) {
        this.problems.push(`${path}.${name} is missing`);
      }
    }
  }
}

const isDecimal = ({ symbol, aliasSymbol }) =>
  [symbol?.name, aliasSymbol?.name].includes('Decimal');
