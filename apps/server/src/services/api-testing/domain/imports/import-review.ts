import type { HttpAuthentication, HttpBody, KeyValue } from '@touchstone/engine-http';
import type { ImportedStep, RequestPart } from '@touchstone/engine-import';
import { isSecretField } from '../suites/without-secrets.ts';

const longestText = 4000;

/** partText writes a part of a request for comparison by users: one line per row, credentials masked. */
export function partText(step: ImportedStep, part: RequestPart): string {
  const text = writers[part](step);
  return text.length > longestText ? `${text.slice(0, longestText).toWellFormed()}…` : text;
}

const writers: Record<RequestPart, (step: ImportedStep) => string> = {
  name: ({ name }) => name,
  group: ({ group }) => group,
  method: ({ method }) => method,
  url: ({ url }) => url,
  headers: ({ headers }) => rows(headers),
  queryParams: ({ queryParams }) => rows(queryParams),
  pathParams: ({ pathParams }) => rows(pathParams),
  body: ({ body }) => bodyText(body),
  authentication: ({ authentication }) => authenticationText(authentication),
  assertions: ({ assertions }) =>
    lines(assertions, ({ kind, path, operator, expected }) => [kind, path, operator, valueText(expected)]),
  dataHandlers: ({ dataHandlers }) => lines(dataHandlers, ({ name, source, path }) => [name, '=', source, path]),
  settings: ({ settings }) =>
    Object.entries(settings)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  preRequestScript: ({ preRequestScript = '' }) => preRequestScript,
  testScript: ({ testScript = '' }) => testScript,
  description: ({ description = '' }) => description,
  documentation: ({ documentation }) => (documentation ? JSON.stringify(documentation, null, 2) : ''),
  examples: ({ examples = [] }) => lines(examples, ({ status, name, body }) => [`${status} ${name}`, body]),
};

function lines<Item extends { enabled?: boolean | undefined } | object>(
  items: readonly Item[],
  words: (item: Item) => (string | undefined)[],
): string {
  return items
    .map(
      (item) =>
        `${words(item).filter(Boolean).join(' ')}${'enabled' in item && item.enabled === false ? ' (off)' : ''}`,
    )
    .join('\n');
}

const rows = (items: readonly KeyValue[]): string => lines(items, ({ key, value }) => [`${key}: ${value}`]);

const valueText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

function bodyText(body: HttpBody): string {
  switch (body.type) {
    case 'none':
      return '';
    case 'form':
    case 'urlencoded':
      return rows(body.fields);
    case 'graphql':
      return [body.query, body.variables].filter(Boolean).join('\n\n');
    case 'binary':
      return 'A file';
    default:
      return body.content;
  }
}

const authenticationText = (authentication: HttpAuthentication): string =>
  Object.entries(authentication)
    .map(
      ([name, value]) =>
        `${name}: ${isSecretField(authentication.type, name) && !String(value).includes('{{') ? '••••' : value}`,
    )
    .join('\n');
