import { setTimeout as pause } from 'node:timers/promises';
import { createAuthority, type MockAuthority } from '@touchstone/engine-mock';
import type { Platform } from '../../../../platform/platform.ts';
import { authorityStore } from '../../store/authority.store.ts';

const keyPlace = 'service_virtualization.authority.key';
const tenYears = 3650;

/**
 * createMockAuthority returns the certificate authority of all mocks: created on first use, shared by all processes.
 */
export function createMockAuthority({ database, secrets, clock }: Platform) {
  const { sql } = database;
  const read = async (): Promise<MockAuthority> => {
    const known = await authorityStore.find(sql);
    if (known) return { certificate: known.certificate, key: secrets.open(known.key, keyPlace) };
    // Generating keys takes a while: waiting calls go first.
    await pause(0);
    const made = createAuthority(clock.now(), tenYears);
    await authorityStore.put(sql, { certificate: made.certificate, key: secrets.seal(made.key, keyPlace) });
    return read();
  };
  let reading: Promise<MockAuthority> | undefined;
  return function authority(): Promise<MockAuthority> {
    reading ??= read();
    reading.catch(() => {
      reading = undefined;
    });
    return reading;
  };
}
/** ReadMockAuthority returns the certificate authority of mocks. */
export type ReadMockAuthority = ReturnType<typeof createMockAuthority>;
