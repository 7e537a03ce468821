import {
  type MonitorDefinition,
  type MonitorSchedule,
  monitorDefinitionSchema,
  monitorNameSchema,
} from '@touchstone/contracts/api-monitoring';
import type { ImportedStep } from '@touchstone/engine-import';

/** An entry of a document that can be monitored. */
export interface ImportEntry {
  name: string;
  folder: string;
  definition: MonitorDefinition;
  /** The document's own schedule, if it has one. */
  schedule?: MonitorSchedule;
  retries?: number;
  timeoutMs?: number;
  tags?: string[];
}
/** An entry of a document that can't be monitored. */
export interface ImportFault {
  place: string;
  reason: string;
}
const longestName = 60;

/** monitorName turns a string, which may be long or empty, into a monitor name. */
export function monitorName(text: string): string {
  const name = text.replace(/\s+/g, ' ').trim().slice(0, longestName).trimEnd();
  return monitorNameSchema.safeParse(name).success ? name : 'Imported';
}

/** entryOf validates an entry's definition; returns a fault with the first reason if it is invalid. */
export function entryOf(entry: Omit<ImportEntry, 'definition'> & { definition: unknown }): ImportEntry | ImportFault {
  const parsed = monitorDefinitionSchema.safeParse(entry.definition);
  if (parsed.success) return { ...entry, name: monitorName(entry.name), definition: parsed.data };
  const [issue] = parsed.error.issues;
  return { place: entry.name, reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'It cannot be read.'}` };
}

/** isFault returns whether it is a fault. */
export const isFault = (one: ImportEntry | ImportFault): one is ImportFault => 'reason' in one;

/** entryOfStep turns a request of an imported document into an entry, with its path parameters filled in. */
export function entryOfStep(step: ImportedStep): ImportEntry | ImportFault {
  const { name, group, method, headers, queryParams, pathParams, body, authentication, assertions, settings } = step;
  let { url } = step;
  for (const { key, value, enabled } of pathParams)
    if (enabled !== false && value !== '')
      url = url
        .replaceAll(`/:${key}`, `/${value}`)
        .replace(new RegExp(`(?<!\\{)\\{${escaped(key)}\\}(?!\\})`, 'g'), value);
  const { followRedirects, maxRedirects, verifyCertificate } = settings;
  const plain = <T extends object>(rows: readonly T[]) => rows.map((row) => ({ ...row }));
  return entryOf({
    name,
    folder: group,
    definition: {
      kind: 'http',
      method,
      url,
      headers: plain(headers),
      queryParams: plain(queryParams),
      body,
      authentication,
      assertions: plain(assertions),
      ...(followRedirects !== undefined && { followRedirects }),
      ...(maxRedirects !== undefined && { maxRedirects }),
      ...(verifyCertificate !== undefined && { verifyCertificate }),
    },
  });
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** isSafe returns whether a check is read-only. */
export const isSafe = (definition: MonitorDefinition): boolean =>
  definition.kind === 'http' ? ['GET', 'HEAD', 'OPTIONS'].includes(definition.method) : definition.kind !== 'soap';
