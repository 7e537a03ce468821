import { randomBytes } from 'node:crypto';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@touchstone/testing';
import { expect, inject, test } from 'vitest';
import { openDatabase } from './pool.ts';
import { refuseOtherKey } from './secret-key-check.ts';

test("the first key is the database's; a process with another one, or none, is refused with the setting's name", async () => {
  const copy = await createTestDatabase(inject('postgresUrl'));
  const database = openDatabase(copy.url, { max: 1, applicationName: 'test', onError: () => undefined });
  const folders = await Promise.all([1, 2, 3].map(() => mkdtemp(join(tmpdir(), 'touchstone-key-'))));
  const [first = '', second = '', third = ''] = folders;
  const start = (dataDir: string, key?: string) => refuseOtherKey({ dataDir, TOUCHSTONE_SECRET_KEY: key }, database);
  const other = randomBytes(32).toString('base64');
  // Of two concurrent starts with different keys, one is refused.
  const outcomes = await Promise.allSettled([start(first), start(second)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const owner = outcomes[0]?.status === 'fulfilled' ? first : second;
  await start(owner);
  await expect(start(owner, other)).rejects.toThrow(/^TOUCHSTONE_SECRET_KEY: it is not the key of this database/);
  await expect(start(owner === first ? second : first)).rejects.toThrow(
    /^TOUCHSTONE_SECRET_KEY: it is not set, and the key file .*secret\.key is not that of this database/,
  );
  await expect(start(third)).rejects.toThrow(/^TOUCHSTONE_SECRET_KEY: it is not set, and there is no key file/);
  await expect(access(join(third, 'secret.key'))).rejects.toThrow();
  await database.close();
  await copy.drop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});
