import { intervalBounds } from '@touchstone/contracts/api-monitoring';
import { entryOf, type ImportEntry, type ImportFault, isFault } from './import-entries.ts';

/** A monitor in an Uptime Kuma backup; fields vary by version, so each is checked when read. */
type KumaMonitor = Record<string, unknown>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown, fallback: number): number =>
  Number.isFinite(Number(value)) && value !== null && value !== '' ? Number(value) : fallback;
const within = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, Math.round(value)));

/** readUptimeKuma parses an Uptime Kuma backup (JSON). Undefined if it isn't one. */
export function readUptimeKuma(content: string): { entries: ImportEntry[]; problems: ImportFault[] } | undefined {
  let backup: { version?: unknown; monitorList?: unknown };
  try {
    backup = JSON.parse(content) as typeof backup;
  } catch {
    return undefined;
  }
  if (!Array.isArray(backup?.monitorList)) return undefined;
  const monitors = backup.monitorList.filter((one): one is KumaMonitor => typeof one === 'object' && one !== null);
  const groups = new Map(monitors.map((one) => [one.id, text(one.name)]));
  const made = monitors.filter(({ type }) => type !== 'group').map((one) => entryOfMonitor(one, groups));
  return { entries: made.filter((one) => !isFault(one)) as ImportEntry[], problems: made.filter(isFault) };
}

function entryOfMonitor(monitor: KumaMonitor, groups: ReadonlyMap<unknown, string>): ImportEntry | ImportFault {
  const name = text(monitor.name) || 'Imported';
  const definition = definitionOf(monitor);
  if (definition === undefined)
    return { place: name, reason: `Monitors of the type "${text(monitor.type)}" have no counterpart here.` };
  const tags = Array.isArray(monitor.tags)
    ? monitor.tags.flatMap((tag: { name?: unknown }) => text(tag?.name).trim().slice(0, 40) || [])
    : [];
  return entryOf({
    name,
    folder: groups.get(monitor.parent) ?? '',
    definition,
    schedule: {
      type: 'interval',
      everySeconds: within(number(monitor.interval, 60), intervalBounds.min, intervalBounds.max),
    },
    retries: within(number(monitor.maxretries, 0), 0, 10),
    timeoutMs: within(number(monitor.timeout, 30) * 1000, 100, 60_000),
    tags: [...new Set(tags)].slice(0, 20),
  });
}

function definitionOf(monitor: KumaMonitor): unknown {
  const host = text(monitor.hostname);
  switch (monitor.type) {
    case 'http':
    case 'keyword':
    case 'json-query':
      return httpOf(monitor);
    case 'port':
      return { kind: 'tcp', host, port: number(monitor.port, 0) };
    case 'dns': {
      const port = number(monitor.port, 53);
      const server = text(monitor.dns_resolve_server).split(',')[0]?.trim() ?? '';
      return {
        kind: 'dns',
        hostName: host,
        recordType: text(monitor.dns_resolve_type) || 'A',
        resolver: server === '' || port === 53 ? server : `${server}:${port}`,
      };
    }
    case 'push':
      return { kind: 'heartbeat', graceSeconds: 60 };
    case 'websocket-upgrade':
      return { kind: 'websocket', url: text(monitor.url) };
    default:
      return undefined;
  }
}

function httpOf(monitor: KumaMonitor) {
  const codes = Array.isArray(monitor.accepted_statuscodes) ? monitor.accepted_statuscodes.map(String) : [];
  const accepted = codes.map((code) => (/^(\d)00-\d99$/.test(code) ? `${code[0]}xx` : code)).join(',');
  const body = text(monitor.body);
  const bodyType = text(monitor.httpBodyEncoding) === 'xml' ? 'xml' : 'json';
  const redirects = within(number(monitor.maxredirects, 10), 0, 50);
  return {
    kind: 'http',
    method: text(monitor.method) || 'GET',
    url: text(monitor.url),
    headers: headersOf(text(monitor.headers)),
    body: body ? { type: bodyType, content: body } : { type: 'none' },
    authentication: authenticationOf(monitor),
    followRedirects: redirects > 0,
    maxRedirects: redirects,
    verifyCertificate: !monitor.ignoreTls,
    assertions: [
      ...(accepted && accepted !== '2xx' ? [{ kind: 'status', operator: 'in', expected: accepted }] : []),
      ...(accepted === '2xx' ? [{ kind: 'status', operator: 'equals', expected: '2xx' }] : []),
      ...keywordOf(monitor),
    ],
  };
}

function keywordOf({ type, keyword, invertKeyword, jsonPath, expectedValue }: KumaMonitor) {
  if (type === 'keyword' && text(keyword))
    return [{ kind: 'body', operator: invertKeyword ? 'notContains' : 'contains', expected: text(keyword) }];
  // Uptime Kuma's paths are JSONata; those that start like a JSONPath are equivalent in simple cases.
  if (type === 'json-query' && /^\$[.[]/.test(text(jsonPath)))
    return [{ kind: 'jsonPath', path: text(jsonPath), operator: 'equals', expected: text(expectedValue) }];
  return [];
}

function headersOf(json: string): { key: string; value: string }[] {
  try {
    const headers = JSON.parse(json || '{}') as Record<string, unknown>;
    return Object.entries(headers).map(([key, value]) => ({ key, value: String(value) }));
  } catch {
    return [];
  }
}

function authenticationOf(monitor: KumaMonitor) {
  const username = text(monitor.basic_auth_user);
  const password = text(monitor.basic_auth_pass);
  return text(monitor.authMethod) === 'basic' && username && password
    ? { type: 'basic', username, password }
    : { type: 'none' };
}
