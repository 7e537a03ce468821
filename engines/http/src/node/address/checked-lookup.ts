import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { HttpError } from '../../core/http-error.ts';
import type { AddressPolicy } from './address-policy.ts';

/** Resolves a name to all its addresses; replaced in tests. */
export type Resolver = (
  hostname: string,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The operating system's resolver. */
export const systemResolver: Resolver = (hostname, callback) => dnsLookup(hostname, { all: true }, callback);

/**
 * checkedLookup is the `lookup` of a connection: it returns only addresses that the policy allows, and the socket
 * connects to exactly those, so that a name can't resolve to one address for the check and another for the connection.
 */
export function checkedLookup(options: {
  policy: AddressPolicy;
  port: number;
  resolve: Resolver;
  onResolved: () => void;
}): LookupFunction {
  return (hostname, lookupOptions, callback) => {
    options.resolve(hostname, (error, addresses) => {
      options.onResolved();
      if (error !== null) return callback(error, '', 0);
      const wanted = addresses.filter(({ family }) => !lookupOptions.family || family === lookupOptions.family);
      let refusal: string | undefined;
      const allowed = wanted.filter(({ address, family }) => {
        const verdict = options.policy.allows(address, family === 6 ? 6 : 4, options.port, hostname);
        if (verdict !== true) refusal ??= verdict;
        return verdict === true;
      });
      const first = allowed[0];
      if (first === undefined) {
        const problem = refusal ?? `The host ${hostname} has no address.`;
        return callback(new HttpError(refusal === undefined ? 'DNS' : 'ADDRESS_REFUSED', problem), '', 0);
      }
      if (lookupOptions.all) return callback(null, allowed);
      callback(null, first.address, first.family);
    });
  };
}

/** assertLiteralAllowed checks a host that is already an address, for which no lookup happens. */
export function assertLiteralAllowed(policy: AddressPolicy, host: string, port: number): void {
  const family = isIP(host);
  if (family === 0) return;
  const verdict = policy.allows(host, family === 6 ? 6 : 4, port, host);
  if (verdict !== true) throw new HttpError('ADDRESS_REFUSED', verdict);
}

/** servernameOf returns the TLS server name; an address doesn't have one (RFC 6066 §3). */
export function servernameOf(host: string): string {
  return isIP(host) === 0 ? host : '';
}
