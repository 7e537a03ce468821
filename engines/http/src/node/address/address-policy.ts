import { BlockList, isIP, isIPv4 } from 'node:net';

/** AddressPolicy checks the resolved address right before connecting; a refusal is a sentence for the user. */
export interface AddressPolicy {
  allows(address: string, family: 4 | 6, port: number, hostname: string): true | string;
}

/** AddressPolicyOptions: `allow` is the list of exceptions and takes precedence over everything except `denyPorts`. */
export interface AddressPolicyOptions {
  /** `private-allowed` (default) also lets requests reach private networks and this machine; `public-only` does not. */
  mode?: 'private-allowed' | 'public-only';
  /** Networks such as `10.0.0.0/8` that are denied in addition to the built-in ones. */
  deny?: readonly string[];
  /** Networks that are allowed regardless of other rules. */
  allow?: readonly string[];
  /**
   * Denied ports, everywhere or at one address or network, such as the product's own database; a host name matches by
   * name.
   */
  denyPorts?: readonly { address?: string; port: number }[];
}

/** Link-local, cloud metadata services, "this network", multicast and broadcast: never valid test targets. */
const alwaysDenied = [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '168.63.129.16/32',
  '100.100.100.200/32',
  '224.0.0.0/4',
  '255.255.255.255/32',
  '::/128',
  'fe80::/10',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
  'ff00::/8',
];

/** IANA special-purpose registries: not reachable on the public internet. */
const notPublic = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '240.0.0.0/4',
  '::1/128',
  '100::/64',
  '2001:db8::/32',
  'fc00::/7',
  'fec0::/10',
];

/** createAddressPolicy creates the policy for user-defined requests. Throws if a network or address is invalid. */
export function createAddressPolicy(options: AddressPolicyOptions = {}): AddressPolicy {
  const builtIn = networkList(alwaysDenied);
  const privateNetworks = networkList(options.mode === 'public-only' ? notPublic : []);
  const denied = networkList(options.deny ?? []);
  const allowed = networkList(options.allow ?? []);
  const ports = (options.denyPorts ?? []).map(({ address, port }) => ({
    port,
    matches: hostMatcher(address),
  }));

  return {
    allows(address, _family, port, hostname) {
      const readings = readingsOf(address);
      const name = hostname === address ? address : `${hostname} (${address})`;
      if (readings.length === 0) return `${name} is not an IP address.`;
      const inAny = (list: BlockList) => readings.some((reading) => contains(list, reading));
      if (ports.some((entry) => entry.port === port && entry.matches(readings, hostname))) {
        return `Requests to port ${port} of ${name} are not allowed here.`;
      }
      if (inAny(allowed)) return true;
      if (inAny(builtIn))
        return `${name} is a link-local, metadata or multicast address; requests to it are not allowed.`;
      if (inAny(denied))
        return `Requests to ${name} are not allowed here. Ask your administrator to allow this address.`;
      if (inAny(privateNetworks)) {
        return `${name} is a private address; only public addresses are allowed here. Ask your administrator to allow it.`;
      }
      return true;
    },
  };
}

function hostMatcher(address: string | undefined): (readings: readonly string[], hostname: string) => boolean {
  if (address === undefined) return () => true;
  const bare = address.replace(/^\[|\]$/g, '').toLowerCase();
  if (bare !== 'localhost' && isIP(bare.split('/', 1)[0]!) === 0)
    return (_readings, hostname) => hostname.toLowerCase() === bare;
  const networks = networkList(bare === 'localhost' ? ['127.0.0.0/8', '::1'] : [bare]);
  return (readings) => readings.some((reading) => contains(networks, reading));
}

function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefixText] = network.trim().split('/', 2);
    // The list itself rejects invalid addresses: `isIP` would compile a regular expression, which takes milliseconds of
    // each start.
    const family = address.includes(':') ? 'ipv6' : 'ipv4';
    const prefix = Number(prefixText ?? (family === 'ipv4' ? 32 : 128));
    try {
      // An empty prefix would be parsed as 0, which matches every address.
      if (prefixText === '') throw new RangeError('The prefix is empty.');
      list.addSubnet(address, prefix, family);
    } catch (cause) {
      throw new Error(`"${network}" is not a network. Write it like 10.0.0.0/8 or fd00::/8.`, { cause });
    }
  }
  return list;
}

function contains(list: BlockList, address: string): boolean {
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** The address and every IPv4 address embedded in an IPv6 one (mapped, compatible, NAT64, 6to4). */
function readingsOf(address: string): string[] {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(bare);
  if (family === 0) return [];
  if (family === 4) return [bare];
  const groups = expandIPv6(bare);
  const embedded = embeddedIPv4(groups);
  return embedded === undefined ? [bare] : [bare, embedded];
}

function expandIPv6(address: string): number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const text =
    dotted === null
      ? address
      : `${dotted[1]}${((Number(dotted[2]) << 8) | Number(dotted[3])).toString(16)}:${((Number(dotted[4]) << 8) | Number(dotted[5])).toString(16)}`;
  const [head = '', tail] = text.split('::');
  const read = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const front = read(head);
  if (tail === undefined) return front;
  const back = read(tail);
  return [...front, ...new Array<number>(8 - front.length - back.length).fill(0), ...back];
}

function embeddedIPv4(groups: number[]): string | undefined {
  const dotted = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const startsWith = (...prefix: number[]) => prefix.every((group, index) => groups[index] === group);
  const mapped = startsWith(0, 0, 0, 0, 0, 0xffff) || startsWith(0, 0, 0, 0, 0xffff, 0);
  const compatible = startsWith(0, 0, 0, 0, 0, 0) && (groups[6] !== 0 || groups[7]! > 1);
  const nat64 = startsWith(0x64, 0xff9b, 0, 0, 0, 0);
  if (mapped || compatible || nat64) return dotted(groups[6]!, groups[7]!);
  return groups[0] === 0x2002 ? dotted(groups[1]!, groups[2]!) : undefined;
}
