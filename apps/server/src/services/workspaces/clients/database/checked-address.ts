import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { AddressPolicy } from '@touchstone/engine-http';
import { DatabaseError } from './database-error.ts';

export interface CheckedAddress {
  address: string;
  family: 4 | 6;
}

/**
 * checkedAddress resolves a host once and returns the first address that the policy allows. Drivers connect to exactly
 * that address, so that a name can't resolve to one address for the check and another for the connection. Throws a
 * `DatabaseError` if there is none.
 */
export async function checkedAddress(policy: AddressPolicy, host: string, port: number): Promise<CheckedAddress> {
  const literal = isIP(host);
  const found = literal === 0 ? await lookup(host, { all: true }) : [{ address: host, family: literal }];
  let refusal: string | undefined;
  for (const { address, family } of found) {
    const checked: CheckedAddress = { address, family: family === 6 ? 6 : 4 };
    const verdict = policy.allows(address, checked.family, port, host);
    if (verdict === true) return checked;
    refusal ??= verdict;
  }
  throw new DatabaseError(refusal ?? `The host ${host} has no address. Check its spelling.`);
}
