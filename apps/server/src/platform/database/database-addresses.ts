import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv4 } from 'node:net';

/**
 * DatabaseAddresses addresses of the product's own database, for the policy that keeps users' requests away from it.
 */
export interface DatabaseAddresses {
  /** Ports to refuse: at these addresses and names, or everywhere if the database is on this machine. */
  list(): { address?: string; port: number }[];
  stop(): void;
}

type Resolve = (hostname: string) => Promise<{ address: string }[]>;
const resolveName: Resolve = (hostname) => lookup(hostname, { all: true });
const standardPort = 5432;

const ownMachine = new BlockList();
ownMachine.addSubnet('127.0.0.0', 8, 'ipv4');
ownMachine.addAddress('::1', 'ipv6');
const isOwnMachine = (address: string) => ownMachine.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

/**
 * watchDatabaseAddresses resolves the host of a connection string immediately and then every `everyMs` milliseconds.
 * Once an address was the database's it stays refused: a name that moves, such as that of a fail-over pair, may move
 * back.
 */
export async function watchDatabaseAddresses(
  databaseUrl: string,
  { resolve = resolveName, everyMs = 30_000 }: { resolve?: Resolve; everyMs?: number } = {},
): Promise<DatabaseAddresses> {
  const { hostname, port: written, searchParams } = new URL(databaseUrl);
  const host = (searchParams.get('host') ?? hostname).replace(/^\[|\]$/g, '');
  const port = Number(searchParams.get('port') ?? (written || standardPort));
  // A socket file is on this machine too.
  if (host === '' || host.startsWith('/')) return { list: () => [{ port }], stop: () => undefined };
  const seen = new Set<string>(isIP(host) ? [host] : []);
  const refresh = async () => {
    // A name that can't be resolved keeps its previous addresses.
    const found = await resolve(host).catch(() => []);
    for (const { address } of found) seen.add(address);
  };
  const timer = isIP(host) ? undefined : setInterval(() => void refresh(), everyMs).unref();
  if (timer) await refresh();
  return {
    list() {
      if ([...seen].some(isOwnMachine)) return [{ port }];
      return [host, ...seen].map((address) => ({ address, port }));
    },
    stop: () => clearInterval(timer),
  };
}
