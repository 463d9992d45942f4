import type { FastifyInstance } from 'fastify';
import { Refusal } from '../platform/refusal.ts';

/**
 * Refuses text that PostgreSQL cannot store, before any route sees it. Only removes cookies with such text, since other
 * programs on this host may have set them.
 */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // Every parser of paths and queries decodes it; none of them lets half of a surrogate pair through.
    done(request.url.includes('%00') ? toRefusal() : undefined);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    const cookies = request.cookies ?? {};
    const lost = Object.keys(cookies).filter((name) => isUnstorable(cookies[name]));
    for (const name of lost) {
      delete cookies[name];
    }
    done(holdsUnstorable(request.body) ? toRefusal() : undefined);
  });
}

function toRefusal(): Refusal {
  return new Refusal(
    'request/invalid',
    'Text must not contain U+0000 or half of a surrogate pair.',
  );
}

const halfPair = /\p{Surrogate}/u;

function isUnstorable(text: unknown): boolean {
  return typeof text === 'string' && (text.includes('\0') || halfPair.test(text));
}

/** Looks without recursion: a body may be nested deeper than the stack, and a parser of the product may link it in a circle. */
function holdsUnstorable(body: unknown): boolean {
  const waiting = [body];
  const seen = new Set<object>();
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (isUnstorable(value)) {
      return true;
    }
    if (isParsed(value) && !seen.has(value)) {
      seen.add(value);
      for (const [key, inner] of Object.entries(value)) {
        waiting.push(key, inner);
      }
    }
  }
  return false;
}

/** Bytes and streams are for their route to read. */
function isParsed(value: unknown): value is object {
  if (value === null || typeof value !== 'object') {
    return false;
  }
  const prototype = Object.getPrototypeOf(value);
  // Form parsers make objects without a prototype.
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}
