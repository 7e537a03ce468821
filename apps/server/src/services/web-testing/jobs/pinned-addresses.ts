import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { type AddressPolicy, type Resolver, systemResolver } from '@touchstone/engine-http';

const maxHosts = 1000;

/** Which addresses a browser may contact, and what names resolve to. */
export interface PinnedAddresses {
  /** null allows an address; a string is the reason why it is refused. */
  allow(url: string): Promise<string | null>;
  lookup: LookupFunction;
}

/**
 * pinAddresses applies a policy to a browser's connections. A name is resolved once: the checked address is the one
 * connected to, whatever the name resolves to later.
 */
export function pinAddresses(policy: AddressPolicy, resolve: Resolver = systemResolver): PinnedAddresses {
  const pinned = new Map<string, Promise<LookupAddress[]>>();
  const addressesOf = (host: string): Promise<LookupAddress[]> => {
    const known = pinned.get(host);
    if (known !== undefined) return known;
    const found = new Promise<LookupAddress[]>((done, fail) => {
      resolve(host, (error, addresses) => (error ? fail(error) : done(addresses)));
    });
    pinned.set(host, found);
    found.catch(() => pinned.delete(host));
    const [oldest] = pinned.keys();
    if (pinned.size > maxHosts && oldest !== undefined) pinned.delete(oldest);
    return found;
  };

  return {
    async allow(url) {
      const target = URL.parse(url);
      if (!target) return 'This is not an address.';
      const host = target.hostname.replace(/^\[|\]$/g, '');
      const port = Number(target.port) || (/^(https|wss):$/.test(target.protocol) ? 443 : 80);
      const literal = isIP(host);
      // An unresolvable name is not the policy's concern: the connection fails with its own error.
      const found = literal ? [{ address: host, family: literal }] : await addressesOf(host).catch(() => []);
      for (const { address, family } of found) {
        const verdict = policy.allows(address, family === 6 ? 6 : 4, port, host);
        if (verdict !== true) return verdict;
      }
      return null;
    },
    lookup(host, options, callback) {
      addressesOf(host).then(
        (all) => {
          const wanted = all.filter(({ family }) => !options.family || family === options.family);
          const [first] = wanted;
          if (!first) callback(new Error(`The host ${host} has no address.`), '', 0);
          else if (options.all) callback(null, wanted);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
    },
  };
}
