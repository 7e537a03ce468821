import {
  type MonitorDefinition,
  type MonitorSchedule,
  monitorDefinitionSchema,
  monitorNameSchema,
} from '@touchstone/contracts/api-monitoring';
import type { ImportedStep } from '@touchstone/engine-import';

/** Something of a document that can be watched. */
export interface ImportEntry {
  name: string;
  folder: string;
  definition: MonitorDefinition;
  /** That of the document, where it has one. */
  schedule?: MonitorSchedule;
  retries?: number;
  timeoutMs?: number;
  tags?: string[];
}
/** What of a document cannot be watched. */
export interface ImportFault {
  place: string;
  reason: string;
}
const longestName = 60;

/** monitorName makes a name of a text that may be long or empty. */
export function monitorName(text: string): string {
  const name = text.replace(/\s+/g, ' ').trim().slice(0, longestName).trimEnd();
  return monitorNameSchema.safeParse(name).success ? name : 'Imported';
}

/** entryOf makes an entry of a definition; where it cannot be, a fault with the first reason. */
export function entryOf(entry: Omit<ImportEntry, 'definition'> & { definition: unknown }): ImportEntry | ImportFault {
  const parsed = monitorDefinitionSchema.safeParse(entry.definition);
  if (parsed.success) return { ...entry, name: monitorName(entry.name), definition: parsed.data };
  const [issue] = parsed.error.issues;
  return { place: entry.name, reason: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'It cannot be read.'}` };
}

/** isFault tells what cannot be watched from what can. */
export const isFault = (one: ImportEntry | ImportFault): one is ImportFault => 'reason' in one;

/** entryOfStep makes an entry of a request of an imported document. Values of its path are filled in. */
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

/** isSafe tells whether a check only reads. */
export const isSafe = (definition: MonitorDefinition): boolean =>
  definition.kind === 'http' ? ['GET', 'HEAD', 'OPTIONS'].includes(definition.method) : definition.kind !== 'soap';
