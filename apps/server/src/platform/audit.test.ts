import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createAudit } from './audit.ts';
import { type Database, openDatabase } from './database/pool.ts';

let copy: { url: string; drop(): Promise<void> };
let database: Database;
beforeAll(async () => {
  copy = await createTestDatabase(inject('postgresUrl'));
  database = openDatabase(copy.url, { max: 2, applicationName: 'test', onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await copy.drop();
});

const caller = { organizationId: randomUUID(), userId: randomUUID(), address: '192.0.2.7', requestId: 'request-1' };
test.each([
  [
    'a person',
    caller,
    { organization_id: caller.organizationId, user_id: caller.userId, address: '192.0.2.7', request_id: 'request-1' },
  ],
  ['the product itself', undefined, { organization_id: null, user_id: null, address: null, request_id: null }],
])('writes what %s did', async (_name, who, expected) => {
  const target = randomUUID();
  await createAudit(database)(who, { action: 'suite.deleted', target, detail: { name: 'A' } });
  const { rows } = await database.pool.query('select * from platform.audit where target = $1', [target]);
  expect(rows).toEqual([
    expect.objectContaining({ ...expected, action: 'suite.deleted', detail: { name: 'A' }, at: expect.any(Date) }),
  ]);
});
