import { createHttpSession, HttpError } from '@touchstone/engine-http';
import type { DomainCheck } from '../core/check.ts';
import { judgeDays } from '../core/days-left.ts';
import { rdapExpiry, whoisExpiry, whoisReferral } from '../core/domain-expiry.ts';
import { failureOutcome, outcome, type ProbeOutcome } from '../core/outcome.ts';
import { openSocket, within } from './open-socket.ts';
import type { ProbeOptions } from './probe.ts';

/** Servers for registration data. */
export interface DomainServers {
  /** IANA's list of RDAP servers by top-level domain (RFC 9224). */
  rdapBootstrap: string;
  whois: { host: string; port: number };
}
const defaultServers: DomainServers = {
  rdapBootstrap: 'https://data.iana.org/rdap/dns.json',
  whois: { host: 'whois.iana.org', port: 43 },
};
const maxBytes = 256 * 1024;

/** checkDomain finds out when a registration ends: by RDAP, or by WHOIS if that has no answer. */
export async function checkDomain(check: DomainCheck, options: ProbeOptions): Promise<ProbeOutcome> {
  const { domainName } = check;
  const servers = options.domainServers ?? defaultServers;
  return within(options, 'The registry', async (stop) => {
    const problems: string[] = [];
    const noted = (source: string) => (error: unknown) => {
      problems.push(`${source}: ${(error as Error).message}`);
      return undefined;
    };
    const end =
      (await byRdap(domainName, servers, options, stop).catch(noted('RDAP'))) ??
      (await byWhois(domainName, servers, options, stop).catch(noted('WHOIS')));
    if (end === undefined)
      return failureOutcome({
        code: 'NO_ANSWER',
        message: `No registry tells when ${domainName} expires. ${problems.join(' ')}`.trim(),
      });
    const now = (options.session.clock ?? { now: () => new Date() }).now();
    const { verdict, code, message, finding } = judgeDays(`The domain ${domainName}`, end, now, check);
    return outcome(verdict, {
      code: code === null ? null : `DOMAIN_${code}`,
      message,
      findings: [finding],
      values: [end.toISOString()],
    });
  });
}

async function byRdap(
  domainName: string,
  { rdapBootstrap }: DomainServers,
  options: ProbeOptions,
  stop: AbortSignal,
): Promise<Date | undefined> {
  const list = (await getJson(rdapBootstrap, options, stop)) as { services?: [string[], string[]][] };
  const zone = domainName.split('.').at(-1) ?? '';
  const [, [base] = []] = list.services?.find(([zones]) => zones.includes(zone)) ?? [];
  if (base === undefined) return undefined;
  const answer = await getJson(`${base.replace(/\/$/, '')}/domain/${encodeURIComponent(domainName)}`, options, stop);
  return rdapExpiry(answer);
}

async function getJson(url: string, { session, timeoutMs }: ProbeOptions, signal: AbortSignal): Promise<unknown> {
  const { addressPolicy, mark, resolve, clock } = session;
  const http = createHttpSession({
    scopes: [],
    maxDownloadBytes: 4 * 1024 * 1024,
    maxResponseBytes: 4 * 1024 * 1024,
    ...(addressPolicy && { addressPolicy }),
    ...(mark && { mark }),
    ...(resolve && { resolve }),
    ...(clock && { clock }),
  });
  try {
    const result = await http.execute(
      {
        id: 'rdap',
        name: 'RDAP',
        group: 'rdap',
        method: 'GET',
        url,
        headers: [{ key: 'accept', value: 'application/rdap+json, application/json' }],
        queryParams: [],
        pathParams: [],
        body: { type: 'none' },
        authentication: { type: 'none' },
        assertions: [],
        dataHandlers: [],
        settings: { timeoutMs },
      },
      { signal },
    );
    if (!result.response) throw new HttpError('CONNECTION', result.error?.message ?? 'no answer');
    if (result.response.status >= 400) throw new HttpError('PROTOCOL', `${url} answered ${result.response.status}.`);
    return JSON.parse(new TextDecoder().decode(result.response.body.bytes)) as unknown;
  } finally {
    await http.close();
  }
}

async function byWhois(
  domainName: string,
  { whois }: DomainServers,
  options: ProbeOptions,
  stop: AbortSignal,
): Promise<Date | undefined> {
  const zone = domainName.split('.').at(-1) ?? '';
  const referral = whoisReferral(await ask(whois, zone, options, stop));
  if (referral === undefined) return undefined;
  const { port } = whois;
  return whoisExpiry(await ask({ host: referral, port }, domainName, options, stop));
}

/** Queries a WHOIS server (RFC 3912). */
async function ask(
  server: DomainServers['whois'],
  question: string,
  options: ProbeOptions,
  stop: AbortSignal,
): Promise<string> {
  const { socket } = await openSocket(server, options, stop);
  socket.write(`${question}\r\n`);
  let text = '';
  for await (const chunk of socket) {
    text += (chunk as Buffer).toString('utf8');
    if (text.length > maxBytes) break;
  }
  return text;
}
