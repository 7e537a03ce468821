import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { importInWorker } from './import-in-worker.ts';

/** A document as large as the largest published ones: many operations over interrelated schemas. */
function largeDocument(operations: number, schemas: number) {
  const text = 'A sentence that says something about the property, as long as such sentences are. '.repeat(2);
  const schemaOf = (index: number) => ({
    type: 'object',
    description: text,
    required: ['id'],
    properties: Object.fromEntries(
      Array.from({ length: 20 }, (_, field) => [
        `field_${field}`,
        field < 2
          ? { $ref: `#/components/schemas/Model${(index * 7 + field * 13 + 1) % schemas}` }
          : { type: 'string', description: text, enum: ['first', 'second'] },
      ]),
    ),
  });
  const operationOf = (index: number) => ({
    operationId: `operation${index}`,
    description: text.repeat(3),
    tags: [`tag${index % 50}`],
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    requestBody: {
      content: { 'application/json': { schema: { $ref: `#/components/schemas/Model${index % schemas}` } } },
    },
    responses: {
      200: {
        description: 'ok',
        content: { 'application/json': { schema: { $ref: `#/components/schemas/Model${index % schemas}` } } },
      },
    },
  });
  return {
    openapi: '3.0.3',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(
      Array.from({ length: operations }, (_, index) => [`/things${index}/{id}`, { post: operationOf(index) }]),
    ),
    components: {
      schemas: Object.fromEntries(Array.from({ length: schemas }, (_, index) => [`Model${index}`, schemaOf(index)])),
    },
  };
}

/** Counts event loop turns during the work: hardly any if the work blocks it. */
async function turnsDuring<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const result = await work();
  clearInterval(timer);
  return { result, turns };
}

const operations = process.env.TOUCHSTONE_TESTS === 'long' ? 1200 : 200;

test('a JSON document of 6 to 8 MB leaves the event loop free', async () => {
  const text = JSON.stringify(largeDocument(operations, 1500));
  expect(text.length).toBeGreaterThan(6e6);
  const { result, turns } = await turnsDuring(() => importInWorker('openapi', text, {}, { timeoutMs: 110_000 }));
  expect(result.title).toBe('Large');
  expect(result.steps).toHaveLength(operations);
  expect(turns).toBeGreaterThan(20);
});

test('a YAML document of 4 to 5 MB leaves the event loop free', async () => {
  const text = stringify(largeDocument(operations, 900), { aliasDuplicateObjects: false });
  expect(text.length).toBeGreaterThan(4e6);
  const { result, turns } = await turnsDuring(() => importInWorker('openapi', text, {}, { timeoutMs: 110_000 }));
  expect(result.steps).toHaveLength(operations);
  expect(turns).toBeGreaterThan(20);
});

test("calls the caller's resolver", async () => {
  const text =
    '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><import namespace="urn:x" location="other.wsdl"/></definitions>';
  const asked: string[] = [];
  const { problems } = await importInWorker('wsdl', text, {
    resolve: async (location) => {
      asked.push(location);
      return undefined;
    },
  });
  expect(asked).toEqual(['other.wsdl']);
  expect(problems[0]).toMatchObject({ place: 'other.wsdl', reason: expect.stringContaining('was not found') });
});

test('accepts bytes', async () => {
  const { problems } = await importInWorker('excel', new Uint8Array([1, 2, 3]));
  expect(problems).toEqual([{ place: 'document', reason: 'Only excel file is allowed.' }]);
});

test('exceeding the time or memory limit is a problem of the document', async () => {
  const text = JSON.stringify(largeDocument(600, 900));
  const late = await importInWorker('openapi', text, {}, { timeoutMs: 1 });
  expect(late.problems[0]?.reason).toContain('took longer than 0.001 seconds');
  const large = await importInWorker('openapi', text, {}, { memoryMb: 20 });
  expect(large.problems[0]?.reason).toContain('more than 20 MB of memory');
});

test('is cancelled by its signal', async () => {
  const controller = new AbortController();
  const running = importInWorker('openapi', '{}', {}, { signal: controller.signal });
  controller.abort(new Error('stopped by the user'));
  await expect(running).rejects.toThrow('stopped by the user');
  await expect(importInWorker('openapi', '{}', {}, { signal: controller.signal })).rejects.toThrow(
    'stopped by the user',
  );
});
