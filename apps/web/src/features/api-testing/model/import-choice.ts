import { type CallInput, type ImportPreview, type importFormats, routes } from '@touchstone/contracts';

const { importSelectedApis, importSwaggerUrl } = routes.apiTesting;
export type ImportRequest = ImportPreview['requests'][number];
export type ImportBody = CallInput<typeof importSelectedApis>['body'];

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
  excel: 'Excel sheet',
};
export const formatName = (format: ImportPreview['format']): string => formatNames[format];

export interface ImportChoice {
  chosen: ReadonlySet<number>;
  target: 'suite' | 'folders';
  suiteName: string;
  withEnvironments: boolean;
}

/** firstChoice chooses every request, into one suite with the title of the document. */
export const firstChoice = (preview: ImportPreview): ImportChoice => ({
  chosen: new Set(preview.requests.map((request) => request.index)),
  target: 'suite',
  suiteName: preview.title.trim().slice(0, 255),
  withEnvironments: preview.variables.length + preview.environments.length > 0,
});

/** filterRequests keeps the requests that have every word in their method, name, address or folder. */
export function filterRequests(requests: readonly ImportRequest[], text: string): ImportRequest[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return requests.filter((request) => {
    const line = `${request.method} ${request.name} ${request.url} ${request.folder}`.toLowerCase();
    return words.every((word) => line.includes(word));
  });
}

/** choose takes requests into the choice or out of it; others stay as they are. */
export function choose(chosen: ReadonlySet<number>, requests: readonly ImportRequest[], on: boolean): Set<number> {
  const next = new Set(chosen);
  for (const { index } of requests) {
    if (on) next.add(index);
    else next.delete(index);
  }
  return next;
}

/** chosenAmong tells whether all, some or none of the requests in sight are chosen. */
export function chosenAmong(chosen: ReadonlySet<number>, requests: readonly ImportRequest[]): 'all' | 'some' | 'none' {
  const count = requests.filter(({ index }) => chosen.has(index)).length;
  if (count === 0) return 'none';
  return count === requests.length ? 'all' : 'some';
}

export type ImportAsk =
  | { body: ImportBody; problems?: undefined }
  | { body?: undefined; problems: { requests?: string; suiteName?: string } };

/** importBody is the call that imports a choice, or what is wrong with the choice. A document without requests brings only its variables. */
export function importBody(projectId: string, preview: ImportPreview, choice: ImportChoice): ImportAsk {
  const { chosen, target, withEnvironments } = choice;
  const suiteName = choice.suiteName.trim();
  const all = preview.requests.every(({ index }) => chosen.has(index));
  const body: ImportBody = {
    projectId,
    importId: preview.importId,
    withEnvironments,
    ...(all ? {} : { indexes: [...chosen].sort((a, b) => a - b) }),
    ...(preview.requests.length === 0 ? {} : target === 'folders' ? { byFolder: true } : { suiteName }),
  };
  const problems: { requests?: string; suiteName?: string } = {};
  for (const issue of importSelectedApis.body?.safeParse(body).error?.issues ?? []) {
    if (issue.path[0] === 'indexes') problems.requests ??= issue.message;
    if (issue.path[0] === 'suiteName') problems.suiteName ??= issue.message;
  }
  return problems.requests || problems.suiteName ? { problems } : { body };
}

/** addressProblem says what is wrong with an address that is to be fetched, in the words of the contract. */
export const addressProblem = (url: string): string | undefined =>
  importSwaggerUrl.query?.shape.url.safeParse(url.trim()).error?.issues[0]?.message;

/** comesAlong names the variables and environments of a document in one sentence; undefined when it has none. */
export function comesAlong({ variables, environments }: ImportPreview): string | undefined {
  const count = (amount: number, noun: string) => `${amount} ${noun}${amount === 1 ? '' : 's'}`;
  const parts = [
    ...(variables.length ? [count(variables.length, 'variable')] : []),
    ...(environments.length ? [count(environments.length, 'environment')] : []),
  ];
  return parts.length ? `The document also has ${parts.join(' and ')}.` : undefined;
}
