import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createSecretBox, findSecretKey, loadSecretKey } from '../secrets.ts';
import { secretKey } from '../tables.ts';
import type { Database } from './pool.ts';

const fingerprintOf = (key: Buffer): string => createSecretBox(key).fingerprint('', 'platform.secret_key');

/**
 * refuseOtherKey refuses to start a process whose key isn't the one that sealed this database's secrets: it would serve
 * everything except what needs a secret. The first start creates the key and stores its fingerprint.
 */
export async function refuseOtherKey(
  { dataDir, TOUCHSTONE_SECRET_KEY: configured }: Pick<Config, 'dataDir' | 'TOUCHSTONE_SECRET_KEY'>,
  database: Database,
): Promise<void> {
  const noted = async () => (await database.sql.select().from(secretKey))[0]?.fingerprint;
  // If the database already has a key, don't create one: a process without a key would leave a wrong file behind.
  if (!(await noted())) {
    const key = await loadSecretKey(dataDir, configured);
    await database.sql
      .insert(secretKey)
      .values({ fingerprint: fingerprintOf(key) })
      .onConflictDoNothing();
  }
  const own = await findSecretKey(dataDir, configured);
  if (own && fingerprintOf(own) === (await noted())) return;
  const path = join(dataDir, 'secret.key');
  const problem = configured
    ? 'it is not the key of this database'
    : own
      ? `it is not set, and the key file ${path} is not that of this database`
      : `it is not set, and there is no key file ${path}`;
  throw new Error(
    `TOUCHSTONE_SECRET_KEY: ${problem}, so that stored secrets could not be read. Set it to the key of the other processes, or restore the key file that lay in the data folder of the first one. If that key is lost, docs/guides/operations.md says how to go on without it.`,
  );
}
