import {
  documentUrlSchemas,
  type ImportPreview,
  type ImportSource,
  type importFormats,
  importSelectionSchema,
} from '@touchstone/contracts/api-testing';
import type { z } from 'zod';
import type { UrlKind } from '../../api/exchange/imports.mutations.ts';

export type ImportRequest = ImportPreview['requests'][number];
export type ImportBody = z.input<typeof importSelectionSchema>;

const formatNames: Record<(typeof importFormats)[number], string> = {
  openapi: 'OpenAPI document',
  postman: 'Postman collection',
  postmanEnvironment: 'Postman environment',
  curl: 'curl commands',
  har: 'HAR file',
  insomnia: 'Insomnia export',
  bruno: 'Bruno collection',
  hoppscotch: 'Hoppscotch collection',
  wsdl: 'WSDL document',
  jmeter: 'JMeter plan',
  playground: 'Playground',
  excel: 'Excel sheet',
};
export const formatName = (format: ImportPreview['format']): string => formatNames[format];

export interface ImportChoice {
  chosen: ReadonlySet<number>;
  target: 'suite' | 'folders' | 'existing';
  suiteName: string;
  /** The existing suite to import into, if any. */
  suiteId: string | null;
  withEnvironments: boolean;
}

/** firstChoice selects every request, into the requested suite, or a new one with the document's title. */
export const firstChoice = (preview: ImportPreview, suiteId: string | null = null): ImportChoice => ({
  chosen: new Set(preview.requests.map((request) => request.index)),
  target: suiteId ? 'existing' : 'suite',
  suiteId,
  suiteName: preview.title.trim().slice(0, 255),
  withEnvironments: preview.variables.length + preview.environments.length > 0,
});

/** filterRequests returns the requests that contain every word in their method, name, address or folder. */
export function filterRequests(requests: readonly ImportRequest[], text: string): ImportRequest[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return requests.filter((request) => {
    const line = `${request.method} ${request.name} ${request.url} ${request.folder}`.toLowerCase();
    return words.every((word) => line.includes(word));
  });
}

/** choose selects or deselects requests; others stay as they are. */
export function choose(chosen: ReadonlySet<number>, requests: readonly ImportRequest[], on: boolean): Set<number> {
  const next = new Set(chosen);
  for (const { index } of requests) {
    if (on) next.add(index);
    else next.delete(index);
  }
  return next;
}

/** chosenAmong returns whether all, some or none of the visible requests are selected. */
export function chosenAmong(chosen: ReadonlySet<number>, requests: readonly ImportRequest[]): 'all' | 'some' | 'none' {
  const count = requests.filter(({ index }) => chosen.has(index)).length;
  if (count === 0) return 'none';
  return count === requests.length ? 'all' : 'some';
}

interface ImportMistakes {
  requests?: string;
  suiteName?: string;
  suiteId?: string;
}
export type ImportAsk = { body: ImportBody; problems?: undefined } | { body?: undefined; problems: ImportMistakes };

/**
 * importBody returns the body of the import call, or what is wrong with the choice. A document without requests only
 * imports its variables.
 */
export function importBody(projectId: string, preview: ImportPreview, choice: ImportChoice): ImportAsk {
  const { chosen, target, withEnvironments } = choice;
  const all = preview.requests.every(({ index }) => chosen.has(index));
  const body: ImportBody = {
    projectId,
    importId: preview.importId,
    withEnvironments,
    ...(all ? {} : { indexes: [...chosen].sort((a, b) => a - b) }),
    ...(preview.requests.length === 0 ? {} : targetOf(choice)),
  };
  const problems: ImportMistakes = {};
  if (target === 'existing' && !choice.suiteId && preview.requests.length > 0)
    problems.suiteId = 'Please select an option';
  for (const issue of importSelectionSchema.safeParse(body).error?.issues ?? []) {
    if (issue.path[0] === 'indexes') problems.requests ??= issue.message;
    if (issue.path[0] === 'suiteName') problems.suiteName ??= issue.message;
  }
  return Object.keys(problems).length > 0 ? { problems } : { body };
}

function targetOf({ target, suiteId, suiteName }: ImportChoice): Partial<ImportBody> {
  if (target === 'folders') return { byFolder: true };
  if (target === 'existing') return suiteId ? { suiteId } : {};
  return { suiteName: suiteName.trim() };
}

/** addressProblem is what is wrong with an address to fetch, in the words of the contract. */
export const addressProblem = (kind: UrlKind, url: string): string | undefined =>
  documentUrlSchemas[kind].safeParse(url.trim()).error?.issues[0]?.message;

/** likelySource returns the source of a suite that a document is most likely a new version of. */
export const likelySource = (sources: readonly ImportSource[], preview: ImportPreview): ImportSource | undefined =>
  sources.findLast((source) => source.format === preview.format && source.title === preview.title);

/** comesAlong names the variables and environments of a document in one sentence; undefined if it has none. */
export function comesAlong({ variables, environments }: ImportPreview): string | undefined {
  const count = (amount: number, noun: string) => `${amount} ${noun}${amount === 1 ? '' : 's'}`;
  const parts = [
    ...(variables.length ? [count(variables.length, 'variable')] : []),
    ...(environments.length ? [count(environments.length, 'environment')] : []),
  ];
  return parts.length ? `The document also has ${parts.join(' and ')}.` : undefined;
}
