import { usesWebRequests } from './curl/web-request-text.ts';
import { isObject, type JsonObject } from './json-values.ts';

/** A format that can be imported. */
export type ImportFormat =
  | 'openapi'
  | 'postman'
  | 'postmanEnvironment'
  | 'curl'
  | 'har'
  | 'insomnia'
  | 'bruno'
  | 'hoppscotch'
  | 'wsdl'
  | 'jmeter'
  | 'excel';

/** DetectedFormat is the format of a document with the evidence for it, or the reason why none was found. */
export interface DetectedFormat {
  format: ImportFormat | undefined;
  reason: string;
}

/** detectFormat detects the format of a document by its content, or by its file name if that is more specific. */
export function detectFormat(text: string, fileName = ''): DetectedFormat {
  const content = text.replace(/^\uFEFF/, '').trimStart();
  const name = fileName.toLowerCase();
  if (content.startsWith('PK\u0003\u0004') || /\.xlsx?$/.test(name)) return found('excel', 'It is an Excel workbook.');
  if (content.startsWith('<')) return xmlFormat(content);
  if (/\.bru$/.test(name)) return found('bruno', 'The file name ends with .bru.');
  if (/^[[{]/.test(content)) return jsonFormat(content, name);
  if (/(?:^|[\s;&|(`$])(?:[\w./\\:-]*[/\\])?curl(?:\.exe)?\s/im.test(content.slice(0, 20_000)) && !isYamlOf(content))
    return found('curl', 'It has a curl command.');
  if (usesWebRequests(content.slice(0, 20_000)) && !isYamlOf(content))
    return found('curl', 'It has a web request of PowerShell.');
  return yamlFormat(content);
}

const found = (format: ImportFormat, reason: string): DetectedFormat => ({ format, reason });

function xmlFormat(content: string): DetectedFormat {
  const root = /<(?![?!])([\w.-]+:)?([\w.-]+)/.exec(withoutComments(content.slice(0, 100_000)))?.[2];
  if (root === 'definitions' || root === 'description') return found('wsdl', `Its root element is ${root}.`);
  if (root === 'jmeterTestPlan') return found('jmeter', 'Its root element is jmeterTestPlan.');
  return {
    format: undefined,
    reason: `An XML document with the root element ${root ?? '(none)'} is neither WSDL nor a JMeter test plan.`,
  };
}

/** An unterminated comment extends to the end of the text. */
const withoutComments = (text: string): string =>
  text
    .split('<!--')
    .map((part, index) =>
      index === 0 ? part : part.slice(part.indexOf('-->') < 0 ? part.length : part.indexOf('-->') + 3),
    )
    .join('');

const topLevel = /^(openapi|swagger|type|_type|resources|collection|info|meta|items)\s*:/m;
const isYamlOf = (content: string): boolean =>
  /^(?:openapi|swagger)\s*:/m.test(content) ||
  /^type\s*:\s*["']?\w+\.insomnia\.rest/m.test(content) ||
  /^_type\s*:\s*export/m.test(content);

function yamlFormat(content: string): DetectedFormat {
  if (/^["']?(?:openapi|swagger)["']?\s*:/m.test(content))
    return found('openapi', 'It has the version of an OpenAPI or Swagger document.');
  if (/^type\s*:\s*["']?\w+\.insomnia\.rest\/5/m.test(content))
    return found('insomnia', 'Its type is that of Insomnia 5.');
  if (/^_type\s*:\s*["']?export/m.test(content) && /^__export_format\s*:/m.test(content))
    return found('insomnia', 'It is an export of Insomnia.');
  if (/^(?:meta|get|post|put|patch|delete|head|options|vars)\s*\{/m.test(content))
    return found('bruno', 'It has the blocks of a .bru file.');
  const reason = topLevel.test(content) ? 'The YAML document is of no known kind.' : 'The text is of no known format.';
  return { format: undefined, reason };
}

function jsonFormat(content: string, name: string): DetectedFormat {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return looseFormat(content, name);
  }
  const first = Array.isArray(value) ? value.find(isObject) : value;
  if (!isObject(first)) return { format: undefined, reason: 'The JSON document holds no object.' };
  return objectFormat(first, name);
}

const isHoppscotch = ({ folders, requests, endpoint, v, variables, name }: JsonObject): boolean =>
  (Array.isArray(requests) && (Array.isArray(folders) || v !== undefined)) ||
  typeof endpoint === 'string' ||
  (Array.isArray(variables) && (v !== undefined || typeof name === 'string'));

const marks: [ImportFormat, string, (document: JsonObject) => boolean][] = [
  [
    'openapi',
    'It has the version of an OpenAPI or Swagger document.',
    ({ openapi, swagger }) => openapi !== undefined || swagger !== undefined,
  ],
  ['har', 'It has "log.entries".', ({ log }) => isObject(log) && Array.isArray(log.entries)],
  [
    'insomnia',
    'It is an export of Insomnia.',
    ({ resources, items, _type, __export_format, type }) =>
      (Array.isArray(resources ?? items) && (_type === 'export' || __export_format !== undefined)) ||
      /insomnia\.rest\//.test(String(type)),
  ],
  ['postmanEnvironment', 'It has the values of a Postman environment.', isPostmanEnvironment],
  ['postman', 'It has the items of a Postman collection.', isPostman],
  ['hoppscotch', 'It has the folders and requests of Hoppscotch.', isHoppscotch],
  ['bruno', 'It has the items of a Bruno collection.', ({ items }) => Array.isArray(items)],
  ['insomnia', 'It has the resources of Insomnia.', ({ resources }) => Array.isArray(resources)],
  ['har', 'It has recorded entries.', ({ entries }) => Array.isArray(entries)],
  [
    'har',
    'It is one request of an HTTP archive.',
    ({ method, url, httpVersion, headers, queryString, postData }) =>
      [method, url].every((value) => typeof value === 'string') &&
      (typeof httpVersion === 'string' || Array.isArray(headers) || Array.isArray(queryString) || isObject(postData)),
  ],
  [
    'har',
    'It is one entry of an HTTP archive.',
    ({ request, startedDateTime, response }) =>
      isObject(request) && typeof request.url === 'string' && (startedDateTime !== undefined || isObject(response)),
  ],
  ['openapi', 'It has paths.', ({ paths, info }) => isObject(paths) && isObject(info)],
];

function isPostmanEnvironment({ values, _postman_variable_scope, environment }: JsonObject): boolean {
  if (isObject(environment)) return Array.isArray(environment.values);
  return Array.isArray(values) || _postman_variable_scope !== undefined;
}

function isPostman({ info, item, requests, order, collection, collections }: JsonObject): boolean {
  if (isObject(collection)) return isPostman(collection);
  if (Array.isArray(collections)) return true;
  if (isObject(info))
    return Array.isArray(item) || info._postman_id !== undefined || String(info.schema).includes('postman');
  return Array.isArray(item) || (Array.isArray(requests) && Array.isArray(order));
}

function objectFormat(document: JsonObject, name: string): DetectedFormat {
  const mark = marks.find(([, , isIt]) => isIt(document));
  if (mark !== undefined) return found(mark[0], mark[1]);
  if (name.endsWith('.har')) return found('har', 'The file name ends with .har.');
  return { format: undefined, reason: 'The JSON document is of no known kind.' };
}

/**
 * A document with a syntax error is still recognized by keywords, so that its importer can report the place of the
 * error.
 */
function looseFormat(content: string, name: string): DetectedFormat {
  const begin = content.slice(0, 200_000);
  const words: [ImportFormat, RegExp][] = [
    ['openapi', /"(?:openapi|swagger)"\s*:/],
    ['postman', /schema\.(?:get)?postman\.com|"_postman_id"/],
    ['postmanEnvironment', /"_postman_variable_scope"/],
    ['insomnia', /"__export_format"/],
    ['har', /"log"\s*:\s*\{[\s\S]{0,2000}"entries"/],
    ['hoppscotch', /"endpoint"\s*:/],
  ];
  const match = words.find(([, pattern]) => pattern.test(begin));
  if (match !== undefined) return found(match[0], 'It has the words of this format, but is no valid JSON.');
  if (name.endsWith('.har')) return found('har', 'The file name ends with .har.');
  return { format: undefined, reason: 'The text is no valid JSON and of no known format.' };
}
