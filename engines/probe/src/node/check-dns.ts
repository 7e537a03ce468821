import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { createAddressPolicy, HttpError } from '@touchstone/engine-http';
import type { DnsCheck } from '../core/check.ts';
import { matchRecords } from '../core/match-records.ts';
import { failureOutcome, outcome, type ProbeOutcome } from '../core/outcome.ts';
import { within } from './open-socket.ts';
import type { ProbeOptions } from './probe.ts';

/** checkDns looks up the records of a name, at the given name server. */
export async function checkDns(check: DnsCheck, options: ProbeOptions): Promise<ProbeOutcome> {
  const { hostName, recordType, expected, match } = check;
  const resolver = new dns.Resolver({ timeout: options.timeoutMs, tries: 1 });
  if (check.resolver) resolver.setServers([allowedServer(check.resolver, options)]);
  const startedAt = performance.now();
  const asked = check.resolver || 'The name server';
  return within(options, asked, async (stop) => {
    stop.addEventListener('abort', () => resolver.cancel(), { once: true });
    const found = await resolve(resolver, hostName, recordType).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENODATA' || error.code === 'ENOTFOUND') return [];
      throw new HttpError('DNS', reasonOf(error, asked));
    });
    const phases = { dnsMs: performance.now() - startedAt };
    const problem = matchRecords(found, expected, match);
    const name = `${recordType} ${hostName}`;
    const findings = [{ name, passed: problem === undefined, message: problem ?? null }];
    const facts = { phases, values: found.slice(0, 50), findings };
    if (problem === undefined) return outcome('UP', facts);
    return failureOutcome({ code: found.length === 0 ? 'DNS' : 'RECORDS', message: `${name}: ${problem}` }, facts);
  });
}

function allowedServer(server: string, { session }: ProbeOptions): string {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+|[^:]*:[^:]*:.*))(?::(\d+))?$/.exec(server) ?? [];
  const address = bracketed ?? plain ?? '';
  const family = isIP(address);
  if (family === 0)
    throw new HttpError(
      'INVALID_URL',
      `${server} is not the address of a name server. Write it like 9.9.9.9 or [2620:fe::fe]:53.`,
    );
  const policy = session.addressPolicy ?? createAddressPolicy();
  const verdict = policy.allows(address, family === 6 ? 6 : 4, Number(port ?? 53), address);
  if (verdict !== true) throw new HttpError('ADDRESS_REFUSED', verdict);
  return port === undefined ? address : `${family === 6 ? `[${address}]` : address}:${port}`;
}

const reasonOf = ({ code }: NodeJS.ErrnoException, asked: string): string =>
  code === 'ESERVFAIL' || code === 'EREFUSED'
    ? `${asked} refused to answer.`
    : code === 'ECONNREFUSED'
      ? `${asked} is not reachable.`
      : `${asked} did not answer in time.`;

async function resolve(resolver: dns.Resolver, name: string, type: DnsCheck['recordType']): Promise<string[]> {
  switch (type) {
    case 'A':
      return resolver.resolve4(name);
    case 'AAAA':
      return resolver.resolve6(name);
    case 'CNAME':
      return resolver.resolveCname(name);
    case 'NS':
      return resolver.resolveNs(name);
    case 'PTR':
      return resolver.resolvePtr(name);
    case 'TXT':
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    case 'MX':
      return (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`);
    case 'SRV':
      return (await resolver.resolveSrv(name)).map(
        ({ priority, weight, port, name: host }) => `${priority} ${weight} ${port} ${host}`,
      );
    case 'CAA':
      return (await resolver.resolveCaa(name)).map(({ critical, ...record }) => {
        const [tag = '', value = ''] = Object.entries(record)[0] ?? [];
        return `${critical} ${tag} ${String(value)}`;
      });
    case 'SOA': {
      const { nsname, hostmaster, serial } = await resolver.resolveSoa(name);
      return [`${nsname} ${hostmaster} ${serial}`];
    }
  }
}
