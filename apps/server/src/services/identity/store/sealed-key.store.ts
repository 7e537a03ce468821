import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database/pool.ts';
import type { SecretBox } from '../../../platform/secrets.ts';
import { sealedKey } from './tables.ts';

/** getSealedKey returns the key with this name; the first process to request it creates it. */
export async function getSealedKey(
  options: { database: Database; secrets: SecretBox },
  name: string,
  make: () => Promise<string>,
): Promise<string> {
  const { database, secrets } = options;
  const place = `identity.sealed_key.${name}`;
  const find = async () => {
    const [row] = await database.sql.select().from(sealedKey).where(eq(sealedKey.name, name));
    return row && secrets.open(row.sealed, place);
  };
  const found = await find();
  if (found) return found;
  const made = await make();
  await database.sql
    .insert(sealedKey)
    .values({ name, sealed: secrets.seal(made, place) })
    .onConflictDoNothing();
  return (await find()) ?? made;
}
