import { readFileSync } from 'node:fs';

/** One recorded answer of Stripe: what was asked and what came back. Its id is its line in facts.jsonl. */
export interface Fact<Given = Record<string, unknown>, Seen = Record<string, unknown>> {
  id: number;
  topic: string;
  api_version: string | null;
  source: string;
  given: Given;
  seen: Seen;
  arithmetic?: boolean;
  evidence?: string;
}

const facts: Fact[] = readFileSync(new URL('facts/facts.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

export function allFacts(): readonly Fact[] {
  return facts;
}

/** The caller names the shape that the facts of this topic have; facts.jsonl is data of our own. */
export function factsOf<Given, Seen>(topic: string): Fact<Given, Seen>[] {
  return facts.filter((fact) => fact.topic === topic) as unknown as Fact<Given, Seen>[];
}
