import type { HttpStep } from '@touchstone/engine-http/core';
import { importCurl } from '../curl/import-curl.ts';
import { importHar } from '../har/import-har.ts';
import type { ImportedCollection, ImportedStep } from '../imported-collection.ts';
import { pathTemplate } from '../merge/merge-identity.ts';
import { canonical } from '../merge/merge-parts.ts';
import { importOpenApi } from '../openapi/import-openapi.ts';
import { importPostman } from '../postman/import-postman.ts';
import { exportCurl } from './export-curl.ts';
import { exportHar } from './export-har.ts';
import type { ExportSource } from './export-source.ts';
import { exportOpenApi } from './openapi/export-openapi.ts';
import { fullUrl } from './plain-request.ts';
import { exportPostman } from './postman/export-postman.ts';

/** A format that can be exported. */
export type ExportFormat = 'postman' | 'openapi' | 'har' | 'curl';

/** ExportLoss is a kind of content that a format cannot represent. */
export interface ExportLoss {
  /** What is lost, in users' terms. */
  what: string;
  /** Number of requests, variables or folders affected. */
  count: number;
}

interface Format {
  write(source: ExportSource): string;
  read(text: string): ImportedCollection;
}

const formats: Record<ExportFormat, Format> = {
  postman: { write: exportPostman, read: importPostman },
  openapi: { write: exportOpenApi, read: importOpenApi },
  har: { write: exportHar, read: importHar },
  curl: {
    write: ({ steps }) =>
      `${steps.map((step) => `# ${step.name.replace(/[\r\n]+/g, ' ')}\n${exportCurl(step)}`).join('\n\n')}\n`,
    read: importCurl,
  },
};

/**
 * exportCollection writes a collection and reports what the format cannot represent. Losses don't come from a
 * maintained list: the output is imported again and compared with the source, so nothing is dropped silently.
 */
export function exportCollection(format: ExportFormat, source: ExportSource): { text: string; losses: ExportLoss[] } {
  const { write, read } = formats[format];
  const text = write(source);
  return { text, losses: lossesOf(source, read(text)) };
}

/** lossesOf compares a collection with its reimported export; additions are not losses. */
export function lossesOf(before: ExportSource, after: ImportedCollection): ExportLoss[] {
  const counts = new Map<string, number>();
  const note = (what: string, count = 1) => {
    if (count > 0) counts.set(what, (counts.get(what) ?? 0) + count);
  };
  const pairs = pairsOf(before, after);
  for (const [step, again] of pairs) {
    if (again === undefined) note('requests');
    else for (const part of lostParts(step, again, [before, after])) note(part);
  }
  note('collection description', before.description && before.description !== after.description ? 1 : 0);
  const folders = new Set((after.folders ?? []).map(canonical));
  note('folders', (before.folders ?? []).filter((folder) => !folders.has(canonical(folder))).length);
  const values = new Map(after.variables.map((variable) => [variable.name, canonical(variable)]));
  const lost = (before.variables ?? []).filter((variable) => values.get(variable.name) !== canonical(variable));
  note('variables', lost.length);
  return [...counts].map(([what, count]) => ({ what, count }));
}

/**
 * Pairs requests by position if methods and count match, and otherwise by method and path, preferring those that kept
 * name and folder.
 */
function pairsOf(before: ExportSource, after: ImportedCollection): [ImportedStep, ImportedStep | undefined][] {
  const isInOrder =
    before.steps.length === after.steps.length &&
    before.steps.every((step, index) => step.method.toUpperCase() === after.steps[index]?.method.toUpperCase());
  if (isInOrder) return before.steps.map((step, index) => [step, after.steps[index]]);
  const keyOf = (step: ImportedStep) => `${step.method.toUpperCase()} ${pathTemplate(step.url)}`;
  const free = Map.groupBy(after.steps, keyOf);
  const take = (step: ImportedStep, isSame: (again: ImportedStep) => boolean): ImportedStep | undefined => {
    const list = free.get(keyOf(step)) ?? [];
    const index = list.findIndex(isSame);
    return index < 0 ? undefined : list.splice(index, 1)[0];
  };
  const found = before.steps.map((step) => take(step, ({ name, group }) => name === step.name && group === step.group));
  return before.steps.map((step, index) => [step, found[index] ?? take(step, () => true)]);
}

type Sides = [before: ExportSource, after: ImportedCollection];

/** The name of a part, and whether the part was preserved. */
type Check = [what: string, isKept: (step: ImportedStep, again: ImportedStep, sides: Sides) => boolean];

const same =
  (pick: (step: ImportedStep) => unknown) =>
  (step: ImportedStep, again: ImportedStep): boolean =>
    canonical(pick(step)) === canonical(pick(again));

/** Whether every item is preserved; additions are ignored. */
const includes =
  <Item>(pick: (step: ImportedStep) => readonly Item[], normal: (item: Item) => unknown = (item) => item) =>
  (step: ImportedStep, again: ImportedStep): boolean => {
    const present = new Set(pick(again).map((item) => canonical(normal(item))));
    return pick(step).every((item) => present.has(canonical(normal(item))));
  };

const checks: Check[] = [
  ['names of requests', same(({ name }) => name)],
  ['folders of requests', (step, again) => step.group === '' || step.group === again.group],
  [
    'descriptions of requests',
    (step, again) => step.description === undefined || same((of) => of.description)(step, again),
  ],
  [
    'addresses',
    (step, again, [before, after]) =>
      filledUrl(step) === filledUrl(again) || addressOf(step, before) === addressOf(again, after),
  ],
  ['query parameters', includes(({ queryParams }) => queryParams.filter(isWritten))],
  [
    'descriptions of path parameters',
    includes(({ pathParams }) => pathParams.filter(({ description }) => description)),
  ],
  [
    'headers',
    includes(
      ({ headers }) => headers.filter(isWritten),
      ({ key, ...row }) => ({ ...row, key: key.toLowerCase() }),
    ),
  ],
  ['bodies', same(({ body }) => normalBody(body))],
  [
    'credentials',
    (step, again) =>
      step.authentication.type === 'none' || same((of) => normalAuthentication(of.authentication))(step, again),
  ],
  ['assertions', includes(({ assertions }) => assertions, normalAssertion)],
  ['data handlers', includes(({ dataHandlers }) => dataHandlers)],
  ['pre-request scripts', same(({ preRequestScript }) => preRequestScript ?? '')],
  ['test scripts', same(({ testScript }) => testScript ?? '')],
  ['conditions', same(({ condition }) => condition ?? null)],
  ['settings', (step, again) => includesAll(withoutDefaults(step.settings), again.settings)],
  ['saved examples', includes(({ examples = [] }) => examples)],
  ['documentation', (step, again) => includesAll(step.documentation ?? {}, again.documentation ?? {})],
];

function lostParts(step: ImportedStep, again: ImportedStep, sides: Sides): string[] {
  return checks.filter(([, isKept]) => !isKept(step, again, sides)).map(([what]) => what);
}

const isWritten = ({ key, value }: { key: string; value: string }): boolean => key !== '' || value !== '';

const includesAll = (wanted: object, found: object): boolean =>
  Object.entries(wanted).every(
    ([key, value]) => value === undefined || canonical(value) === canonical((found as Record<string, unknown>)[key]),
  );

/** The address as written, with its path parameters filled in. */
const filledUrl = ({ url, pathParams }: Pick<ImportedStep, 'url' | 'pathParams'>): string =>
  fullUrl({ url, queryParams: [], pathParams });

/** The target address, regardless of the variable or notation used for it. */
function addressOf(step: ImportedStep, { variables = [], servers = [] }: Partial<ExportSource>): string {
  const base = variables.find(({ name }) => name === 'baseUrl')?.value || servers[0] || '{{baseUrl}}';
  const url = step.url.replace(/^\{\{baseUrl\}\}/, base === '{{baseUrl}}' ? base : base.replace(/\/+$/, ''));
  return filledUrl({ ...step, url })
    .replace(/\?.*$/s, '')
    .replace(/\/$/, '');
}

const defaults: Record<string, unknown> = {
  timeoutMs: 30_000,
  followRedirects: true,
  maxRedirects: 10,
  verifyCertificate: true,
};

const withoutDefaults = (settings: HttpStep['settings']): object =>
  Object.fromEntries(Object.entries(settings).filter(([name, value]) => defaults[name] !== value));

/** Header is the default for client credentials; a domain may be part of the user name. */
function normalAuthentication(authentication: HttpStep['authentication']): object {
  if (authentication.type === 'oauth2Grant' && authentication.clientAuthentication === 'header')
    return { ...authentication, clientAuthentication: undefined };
  if (authentication.type !== 'ntlm' || !authentication.domain) return authentication;
  const { domain, username, ...rest } = authentication;
  return { ...rest, username: `${domain}\\${username}` };
}

/** A single status can be asserted in two ways. */
function normalAssertion(assertion: HttpStep['assertions'][number]): unknown {
  const { kind, operator, expected } = assertion;
  if (kind !== 'status' || (operator !== 'equals' && operator !== 'in')) return assertion;
  const text = Array.isArray(expected) ? expected.join(',') : String(expected ?? '');
  return { ...assertion, operator: 'in', expected: text.toLowerCase().replaceAll(' ', '') };
}

function normalBody(body: HttpStep['body']): unknown {
  if (body.type === 'binary') return { ...body, fileId: '' };
  if (!('fields' in body)) return body;
  return { ...body, fields: body.fields.filter(isWritten).map((field) => ({ ...field, fileId: undefined })) };
}
