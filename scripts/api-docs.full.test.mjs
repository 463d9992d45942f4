import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiDocument } from '../contract/reference/api-document.mjs';
import { toMarkdown } from '../contract/reference/api-markdown.mjs';
import { toSettings } from '../contract/reference/settings-markdown.mjs';
import { hearthConfig, refusalsOf, wire } from '../contract/src/index.ts';
import { root } from './run-command.mjs';

it('docs/settings.md: lists the present settings; else run npm run api-docs', async () => {
  const page = readFileSync(join(root, 'docs/settings.md'), 'utf8');
  expect(page === (await toSettings())).toBe(true);
  for (const setting of Object.keys(hearthConfig.shape)) {
    expect(page, setting).toMatch(new RegExp(`^\\| \`${setting}\`.*[\\w.)\`] \\|$`, 'm'));
  }
}, 120_000);

describe('the description of the API', () => {
  let document;
  let operations;
  beforeAll(async () => {
    document = await createApiDocument();
    operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  }, 120_000);

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('with a fault: fails validation', async () => {
    const [path] = Object.keys(document.paths);
    const faulty = structuredClone(document);
    faulty.paths[path].post.responses = { 200: {} };
    expect((await new Validator().validate(faulty)).valid).toBe(false);
  });

  it('refers only to types that it has', () => {
    const names = [
      ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g),
    ];
    expect(names.length).toBeGreaterThan(20);
    for (const [, name] of names) {
      expect(document.components.schemas).toHaveProperty(name);
    }
    expect(JSON.stringify(document)).not.toContain('$defs');
  });

  it('has each operation under one name', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.toSorted()).toEqual([...new Set(ids)].sort());
  });

  it('has every call of the wire with all of its refusals, and no others', () => {
    const calls = [wire.identity, wire.callables, wire.documents, wire.server].flatMap(
      Object.entries,
    );
    const shown = Object.fromEntries(
      operations.map(({ operationId, 'x-refusals': refusals, responses }) => [
        operationId,
        {
          listed: [...(refusals?.own ?? []), ...(refusals?.common ?? [])],
          answered: codesIn(responses),
        },
      ]),
    );
    for (const [name, call] of calls) {
      const expected = [...refusalsOf(call)].sort();
      expect(shown[name]?.listed.toSorted(), name).toEqual(expected);
      expect(shown[name]?.answered.toSorted(), name).toEqual(expected);
    }
  });

  it('has the texts of comments, also where a schema is shared', () => {
    const { properties } = document.components.schemas.SubscriptionUser;
    expect(properties.id.description).toBe("uid; of a pending one the invite's id.");
    expect(properties.invite_id.description).toBe('While the invite is pending.');
    expect(properties.expires_at.description).toBe('Instant as ISO 8601 in UTC.');
  });

  it('docs/api.md: describes the present API; else run npm run api-docs', () => {
    const page = readFileSync(join(root, 'docs/api.md'), 'utf8');
    expect(page === toMarkdown(document)).toBe(true);
  });
});

describe('the description of the API with the contract of a product', () => {
  it('has its calls, with their texts, permissions and refusals', async () => {
    const app = join(root, 'examples/tasks/contract');
    const { paths, tags, 'x-refusals': catalogue } = await createApiDocument({ app });
    const { post: create } = paths['/api/subscriptions/{subscriptionId}/tasks'];
    expect(create.summary).toBe('Adds a task.');
    expect(create.description).toContain(
      'Who may call: Holders of one of these permissions: `tasks`.',
    );
    expect(tags).toContainEqual({ name: create.tags[0] });
    const { patch: update } = paths['/api/subscriptions/{subscriptionId}/tasks/{taskId}'];
    expect(codesIn(update.responses)).toContain('task/not-found');
    expect(catalogue['task/not-found'].message).toBe('There is no such task.');
  }, 120_000);
});

function codesIn(responses) {
  return Object.values(responses).flatMap((response) => {
    const [, ours] = response.content?.['application/json']?.schema.allOf ?? [];
    return ours?.properties.error.properties.details.properties.code.enum ?? [];
  });
}
