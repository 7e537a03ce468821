import type { Client } from '@touchstone/contracts';
import {
  apiPreviewRoutes,
  apiTestingRoutes,
  type StepDetail,
  scriptInputSchema,
} from '@touchstone/contracts/api-testing';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import type { BombTarget } from './bomb-target.ts';
import { type RequestBomb, requestBombs } from './bombs.ts';
import { type DocumentBomb, dataBombs, documentBombs, largeDocument } from './document-bombs.ts';

/** Explosion is what one entrance of the product did with one bomb. */
export interface Explosion {
  entrance: string;
  name: string;
  /** The outcome in one word. */
  outcome: string;
  /** Whether this outcome is acceptable. */
  isBounded: boolean;
  durationMs: number;
}

/** Where bombs are sent from. */
export interface BombSite {
  client: Client;
  target: BombTarget;
  projectId: string;
  /** Only bombs whose entrance and name contain it; default all. */
  only?: string;
  /** Operations of the large document; default as many as large services have. */
  operations?: number;
}

/**
 * sendBombs sends every known bomb through every entrance, `concurrency` of them at a time, and reports to `onExplosion` what each
 * has done. Runs come last, one after the other.
 */
export async function sendBombs(
  site: BombSite,
  { concurrency, onExplosion }: { concurrency: number; onExplosion: (explosion: Explosion) => void | Promise<void> },
): Promise<void> {
  const suiteId = await makeSuite(site);
  const wanted = sendingsOf(site, suiteId).filter(({ entrance, name }) =>
    `${entrance}: ${name}`.includes(site.only ?? ''),
  );
  const sendings = wanted.values();
  const send = async () => {
    for (const { entrance, name, go } of sendings) await onExplosion(await timed(entrance, name, go));
  };
  await Promise.all(Array.from({ length: concurrency }, send));
  const first = await timed('run', 'all requests', () => run(site, suiteId));
  await onExplosion(first);
  await onExplosion(await timed('comparison', 'a run of all requests with itself', () => compare(site, first.outcome)));
}

interface Sending {
  entrance: string;
  name: string;
  go: () => Promise<{ outcome: string; isBounded: boolean }>;
}

function sendingsOf(site: BombSite, suiteId: string): Sending[] {
  const endless = `{{${' '.repeat(100_000)}`.repeat(9);
  return [
    ...requestBombs.map((bomb) => ({ entrance: 'preview', name: bomb.name, go: () => preview(site, bomb) })),
    ...queryBombs.map((bomb) => ({ entrance: 'extraction', name: bomb.name, go: () => extract(site, bomb) })),
    ...documentBombs.flatMap((bomb) => [
      { entrance: 'import of a file', name: bomb.name, go: () => importFile(site, bomb) },
      { entrance: 'import by address', name: bomb.name, go: () => importUrl(site, bomb) },
    ]),
    ...dataBombs.map((bomb) => ({ entrance: 'data file', name: bomb.name, go: () => uploadData(site, bomb) })),
    { entrance: 'large document', name: 'imported, merged and exported', go: () => useLargeDocument(site) },
    { entrance: 'detection', name: 'variables of all requests', go: () => detect(site, { suiteId }) },
    { entrance: 'detection', name: 'names of variables that never end', go: () => detect(site, { text: endless }) },
  ];
}

async function timed(
  entrance: string,
  name: string,
  send: () => Promise<{ outcome: string; isBounded: boolean }>,
): Promise<Explosion> {
  const startedMs = performance.now();
  const found = await send();
  return { entrance, name, ...found, durationMs: performance.now() - startedMs };
}

let environments = 0;
const environmentOf = async ({ client, projectId, target }: BombSite, { name, variables = {} }: RequestBomb) => {
  environments += 1;
  const given = Object.entries({ target: target.url, ...variables }).map(([key, value]) => ({ name: key, value }));
  const made = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: `${environments} ${name}`.slice(0, 60), variables: given },
  });
  return made.environmentId;
};

const scriptOf = ({ target }: BombSite, { name, script, answer }: RequestBomb) =>
  scriptInputSchema.parse({
    scriptName: name,
    method: 'GET',
    ...script,
    url: `${target.url}${target.offer(answer)}${script.url ?? ''}`,
    settings: { timeoutMs: 5000 },
  });

async function preview(site: BombSite, bomb: RequestBomb) {
  const { client, projectId } = site;
  const body = { projectId, environmentId: await environmentOf(site, bomb), script: scriptOf(site, bomb) };
  const detail: StepDetail = await client.call(apiPreviewRoutes.preview, { body });
  return { outcome: detail.status, isBounded: bomb.ends.some((status) => status === detail.status) };
}

async function makeSuite(site: BombSite): Promise<string> {
  const { client, projectId } = site;
  const { suiteId } = await client.call(apiTestingRoutes.createSuite, { body: { projectId, suiteName: 'Bombs' } });
  for (const bomb of requestBombs)
    await client.call(apiTestingRoutes.saveScript, { query: { suiteId }, body: scriptOf(site, bomb) });
  return suiteId;
}

async function run(site: BombSite, suiteId: string) {
  const { client, projectId } = site;
  const variables = Object.assign({}, ...requestBombs.map((bomb) => bomb.variables ?? {}));
  const environmentId = await environmentOf(site, { name: 'Run of all', variables, script: {}, ends: [] });
  const body = { projectId, suiteIds: [suiteId], environmentId, parallel: 4 };
  const { runId } = await client.call(apiTestingRoutes.executeTest, { body });
  const response = await client.raw(notificationRoutes.subscribeNotification, { query: { runId } });
  for await (const _chunk of response.body as ReadableStream<Uint8Array>);
  const summary = await client.call(apiTestingRoutes.getExecutionSummary, { query: { runId } });
  return { outcome: runId, isBounded: summary.passed + summary.failed + summary.errors === requestBombs.length };
}

async function compare({ client }: BombSite, runId: string) {
  const found = await client.call(apiTestingRoutes.compareResults, { body: { baseRunId: runId, runId } });
  return { outcome: JSON.stringify(found.totals), isBounded: found.steps.length === requestBombs.length };
}

async function detect({ client, projectId }: BombSite, given: { suiteId?: string; text?: string }) {
  const { variables } = await client.call(apiTestingRoutes.detectVariables, { body: { projectId, ...given } });
  return { outcome: `${variables.length} variables`, isBounded: true };
}

interface QueryBomb {
  name: string;
  call: 'extractJson' | 'extractXpath' | 'inferJsonSchema' | 'inferXmlSchema';
  body: string;
  path?: string;
}

const answerOf = (name: string): string => String(requestBombs.find((bomb) => bomb.name.endsWith(name))?.answer?.body);
const queryBombs: QueryBomb[] = [
  ...['deep', 'deepObjects', 'nested', 'wide', 'digits'].flatMap((kind): QueryBomb[] => [
    {
      name: `JSONPath on JSON that is ${kind}`,
      call: 'extractJson',
      body: answerOf(`JSON that is ${kind}`),
      path: '$..[?@..a]',
    },
    { name: `schema of JSON that is ${kind}`, call: 'inferJsonSchema', body: answerOf(`JSON that is ${kind}`) },
  ]),
  ...['deep', 'nested', 'wide', 'laughs', 'quadratic', 'attributes'].flatMap((kind): QueryBomb[] => [
    {
      name: `XPath on XML that is ${kind}`,
      call: 'extractXpath',
      body: answerOf(`XML that is ${kind}`),
      path: '//a[//a]',
    },
    { name: `schema of XML that is ${kind}`, call: 'inferXmlSchema', body: answerOf(`XML that is ${kind}`) },
  ]),
];

async function extract({ client }: BombSite, { call, body, path }: QueryBomb) {
  return outcomeOf(client.call(apiTestingRoutes[call] as never, { body: { body, ...(path && { path }) } } as never));
}

/** A response, or a rejection with a reason, is an acceptable outcome; a server error isn't. */
async function outcomeOf(call: Promise<unknown>) {
  try {
    await call;
    return { outcome: 'answered', isBounded: true };
  } catch (error) {
    const { status } = error as { status?: number };
    return { outcome: `refused (${status})`, isBounded: status !== undefined && status >= 400 && status < 500 };
  }
}

async function importFile({ client, projectId }: BombSite, { fileName, content }: DocumentBomb) {
  const form = new FormData();
  form.append('file', new Blob([content as BlobPart]), fileName);
  return outcomeOf(client.call(apiTestingRoutes.importJsonFile, { query: { projectId }, body: form } as never));
}

async function uploadData({ client, projectId }: BombSite, { fileName, content }: DocumentBomb) {
  const form = new FormData();
  form.append('file', new Blob([content as BlobPart]), fileName);
  return outcomeOf(client.raw(apiTestingRoutes.uploadDataFile, { query: { projectId }, body: form } as never));
}

/**
 * Not a bomb, but as large as legitimate documents get: read, stored, turned into a suite, exported in two formats, and
 * merged again.
 */
async function useLargeDocument({ client, projectId, operations = 1500 }: BombSite) {
  const calls = apiTestingRoutes;
  const read = () => {
    const form = new FormData();
    form.append('file', new Blob([largeDocument(operations)]), 'large.json');
    return client.call(calls.importJsonFile, { query: { projectId }, body: form } as never);
  };
  const { importId } = await read();
  const { suites } = await client.call(calls.importSelectedApis, { body: { projectId, importId } });
  const suiteId = suites[0]?.suiteId ?? '';
  for (const format of ['postman', 'openapi'] as const)
    await (await client.raw(calls.exportProject, { body: { projectId, suiteIds: [suiteId], format } })).arrayBuffer();
  const { content: sources } = await client.call(calls.listImportSources, { query: { suiteId } });
  const again = await read();
  const ids = { importId: again.importId, sourceId: sources[0]?.sourceId ?? '' };
  const review = await client.call(calls.reviewImport, { body: ids });
  return { outcome: `${review.unchanged} requests unchanged`, isBounded: review.unchanged === operations };
}

async function importUrl({ client, projectId, target }: BombSite, { fileName, content }: DocumentBomb) {
  const url = `${target.url}${target.offer({ body: content })}?${fileName}`;
  const call = fileName.endsWith('.wsdl') ? apiTestingRoutes.importWsdlUrl : apiTestingRoutes.importSwaggerUrl;
  return outcomeOf(client.call(call, { query: { projectId, url } } as never));
}
