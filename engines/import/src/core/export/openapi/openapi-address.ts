import type { KeyValue } from '@touchstone/engine-http/core';
import type { ImportedStep } from '../../imported-collection.ts';
import type { JsonObject } from '../../json-values.ts';
import type { ExportSource } from '../export-source.ts';

const baseUrl = '{{baseUrl}}';

/** Address of a request, split as in OpenAPI. */
export interface OpenApiAddress {
  /** Server of this request only; undefined means the document's first server. */
  server: string | undefined;
  path: string;
  parameters: KeyValue[];
}

/** OpenApiServers determines which server of a document each request belongs to. */
export class OpenApiServers {
  readonly #servers: string[];
  readonly #baseUrl: string | undefined;

  constructor({ servers = [], variables = [], steps }: ExportSource) {
    this.#baseUrl = variables.find(({ name }) => name === 'baseUrl')?.value || undefined;
    const named = servers.map((server) => (server === baseUrl ? (this.#baseUrl ?? server) : server));
    const [first] = steps;
    const main = first === undefined ? '' : originOf(first.url).origin;
    if (named.length === 0 && main !== '') named.push(main === baseUrl ? (this.#baseUrl ?? main) : main);
    this.#servers = [...new Set(named.map(withoutSlash))].filter((server) => server !== '');
  }

  /** The servers of the document, preferred first. */
  list(): JsonObject[] {
    return this.#servers.map(serverOf);
  }

  addressOf(step: ImportedStep): OpenApiAddress {
    const url = step.url.trim();
    const isOfBase = url.startsWith(baseUrl) && this.#servers.length > 0;
    const known = [...this.#servers, ...(step.documentation?.servers ?? []).map(withoutSlash)]
      .filter((server) => url.startsWith(server) && /^(?:[/?#]|$)/.test(url.slice(server.length)))
      .sort((left, right) => right.length - left.length)[0];
    const origin = isOfBase ? baseUrl : (known ?? originOf(url).origin);
    const isMain = isOfBase || origin === '' || origin === this.#servers[0];
    const [path = ''] = url.slice(origin.length).split(/[?#]/, 1);
    return { server: isMain ? undefined : origin, ...templateOf(path, step.pathParams) };
  }
}

const withoutSlash = (server: string): string => server.replace(/\/+$/, '');

function originOf(url: string): { origin: string } {
  const [, origin = ''] = /^((?:[a-z][a-z0-9+.-]*:\/\/)?(?:\{\{[^{}]*\}\}|[^/?#{}])*)/i.exec(url.trim()) ?? [];
  return { origin };
}

/** serverOf describes a server; variables in its address become OpenAPI server variables. */
export function serverOf(origin: string): JsonObject {
  const names = [...origin.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map(([, name]) => name!);
  const url = origin.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, '{$1}');
  if (names.length === 0) return { url };
  return { url, variables: Object.fromEntries(names.map((name) => [name, { default: `{{${name}}}` }])) };
}

function templateOf(path: string, values: readonly KeyValue[]): Pick<OpenApiAddress, 'path' | 'parameters'> {
  const rows = new Map(values.map((row) => [row.key, row]));
  const parameters: KeyValue[] = [];
  const template = path
    .replace(/(?<=\/):([A-Za-z_][\w.-]*)(?=\/|$)/g, '{$1}')
    .replace(/\{\{\s*([^{}]+?)\s*\}\}|\{([^{}]+)\}/g, (_, variable?: string, name?: string) => {
      const key = variable ?? name ?? '';
      const row = variable === undefined ? (rows.get(key) ?? { key, value: '' }) : { key, value: `{{${variable}}}` };
      parameters.push(row);
      return `{${key}}`;
    });
  return { path: template.startsWith('/') ? template : `/${template}`, parameters };
}
