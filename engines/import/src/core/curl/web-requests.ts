import type { CurlOption } from './options.ts';
import { tableOf } from './web-request-text.ts';

interface Written {
  options: CurlOption[];
  unknown: string[];
  notes: string[];
}

const names = /^(?:invoke-webrequest|invoke-restmethod|iwr|irm)$/i;
const ofAlias = /^-(?:Uri|Method|Headers|Body|ContentType|UseBasicParsing)(?::|$)/;

/** Parameters that don't change the request, and those of them with a value. */
const silent = new Set(
  'usebasicparsing passthru skiphttperrorcheck skipheadervalidation verbose disablekeepalive allowunencryptedauthentication resume'.split(
    ' ',
  ),
);
const silentWithValue = new Set(
  'outfile statuscodevariable responseheadersvariable sessionvariable erroraction progressaction'.split(' '),
);

const option = (name: string, value = ''): CurlOption => ({ name, value, isOff: false });
type Read = (value: string) => CurlOption[] | undefined;

const readers: Record<string, Read> = {
  uri: (value) => [option('url', value)],
  headers: (value) =>
    tableOf(value)?.map(([name, text]) => option('header', text === '' ? `${name};` : `${name}: ${text}`)),
  contenttype: (value) => [option('header', `Content-Type: ${value}`)],
  useragent: (value) => [option('user-agent', value)],
  infile: (value) => [option('data-binary', `@${value}`)],
  form: (value) =>
    tableOf(value)?.map(([name, text]) =>
      text.startsWith('Get-Item ')
        ? option('form', `${name}=@${text.slice(9)}`)
        : option('form-string', `${name}=${text}`),
    ),
  timeoutsec: (value) => [option('max-time', value)],
  maximumredirection: (value) =>
    value === '0' ? [{ ...option('location'), isOff: true }] : [option('max-redirs', value)],
};

/** webRequestOf reads the words of PowerShell's command for requests as options of curl; undefined for another one. */
export function webRequestOf(words: readonly string[]): Written | undefined {
  const name = (words[0] ?? '').replace(/^[(&]+/, '');
  const isAlias = /^curl$/i.test(name) && words.some((word) => ofAlias.test(word));
  if (!names.test(name) && !isAlias) return undefined;
  const isInParentheses = words[0] !== name && words[0]?.startsWith('(') === true;
  const rest = words.slice(1).map((word) => (isInParentheses ? word.replace(/\)[.\w[\]]*$/, '') : word));
  const request: WebRequest = { options: [option('location')], unknown: [], notes: [], method: 'GET', body: undefined };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) readWord(word, rest, request);
  request.options.push(option('request', request.method));
  addBody(request);
  return request;
}

interface WebRequest extends Written {
  method: string;
  body: string | undefined;
}

function readWord(word: string, rest: string[], request: WebRequest): void {
  const [, parameter, colon, attached = ''] = /^-([A-Za-z]+)(:)?([\s\S]*)$/.exec(word) ?? [];
  if (parameter === undefined) {
    request.options.push(option('url', word));
    return;
  }
  const lower = parameter.toLowerCase();
  const value = () => (colon === undefined || attached === '' ? valueFrom(rest) : attached);
  if (silent.has(lower)) return;
  if (silentWithValue.has(lower)) value();
  else if (lower === 'skipcertificatecheck') request.options.push(option('insecure'));
  else if (lower === 'method' || lower === 'custommethod') request.method = value().toUpperCase();
  else if (lower === 'body') request.body = value();
  else readParameter({ parameter, reader: readers[lower], value, rest }, request);
}

/** The next value: one word, or everything within parentheses. */
function valueFrom(rest: string[]): string {
  let value = rest.shift() ?? '';
  const depth = () => value.split('(').length - value.split(')').length;
  while (value.startsWith('(') && depth() > 0 && rest.length > 0) value += ` ${rest.shift()}`;
  return value;
}

function readParameter(
  {
    parameter,
    reader,
    value,
    rest,
  }: { parameter: string; reader: Read | undefined; value: () => string; rest: string[] },
  written: Written,
): void {
  if (reader === undefined) {
    written.unknown.push(`-${parameter}`);
    const next = rest[0] ?? '-';
    if (!next.startsWith('-') && !/^https?:/i.test(next)) value();
    return;
  }
  const text = value();
  const read = text.startsWith('(') ? undefined : reader(text);
  if (read === undefined) written.notes.push(computed(parameter));
  else written.options.push(...read);
}

const computed = (parameter: string): string =>
  `The value of -${parameter} is computed and was left out. Enter it by hand.`;

/** A table is the query of a GET request, and the form of any other. */
function addBody({ body, method, options, notes }: WebRequest): void {
  if (body === undefined) return;
  const [, bytes] = /^\(\[(?:System\.)?Text\.Encoding\]::UTF8\.GetBytes\(([\s\S]*)\)\)$/.exec(body) ?? [];
  const table = tableOf(body);
  if (table !== undefined) {
    if (method === 'GET') options.push(option('get'));
    options.push(...table.map(([name, text]) => option('data-urlencode', `${name}=${text}`)));
  } else if (bytes === undefined && body.startsWith('(')) notes.push(computed('Body'));
  else options.push(option('data-raw', bytes ?? body));
}
