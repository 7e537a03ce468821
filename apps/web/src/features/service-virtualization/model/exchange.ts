import type { MockExchange } from '@touchstone/contracts/service-virtualization';
import type { CodeLanguage } from '../../../ui/code-editor/code-editor-view.tsx';
import type { Status } from '../../../ui/status/status.ts';
import { operators } from './stub/matcher.ts';

type By = MockExchange['by'];

/** outcomeLooks is what responded to a call, with glyph and label. */
export const outcomeLooks: Record<By, { status: Status; word: string }> = {
  stub: { status: 'passed', word: 'Matched' },
  resource: { status: 'passed', word: 'Records' },
  cors: { status: 'skipped', word: 'CORS preflight' },
  upstream: { status: 'skipped', word: 'Sent on' },
  validation: { status: 'failed', word: 'Refused' },
  none: { status: 'failed', word: 'Unmatched' },
};

const whys: Record<By, string> = {
  stub: 'This asset matches the request and comes first.',
  resource: 'The request is for the records of this asset.',
  cors: 'The browser asked whether it may call; CORS is on in the settings.',
  upstream: 'No asset matched, so the request went to the service in the settings.',
  validation: 'The request violates the imported OpenAPI or WSDL document.',
  none: 'No asset that is switched on matches.',
};

/** whyOf explains in a sentence why a call got its response. */
export const whyOf = ({ by }: Pick<MockExchange, 'by'>): string => whys[by];

/** shownBody returns a readable body: JSON is indented. */
export function shownBody(text: string, headers: readonly { name: string; value: string }[]) {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value.toLowerCase() ?? '';
  const looksJson = type.includes('json') || /^\s*[[{]/.test(text);
  if (looksJson)
    try {
      return { text: JSON.stringify(JSON.parse(text), null, 2), language: 'json' as CodeLanguage };
    } catch {
      return { text, language: 'text' as CodeLanguage };
    }
  const language: CodeLanguage = type.includes('xml') ? 'xml' : type.includes('html') ? 'html' : 'text';
  return { text, language };
}

const parts: Record<string, string> = {
  method: 'Method',
  url: 'Path',
  urlPath: 'Path',
  urlPattern: 'Path',
  urlPathPattern: 'Path',
  urlPathTemplate: 'Path',
  headers: 'Header',
  queryParameters: 'Query parameter',
  formParameters: 'Form field',
  pathParameters: 'Path variable',
  cookies: 'Cookie',
  bodyPatterns: 'Body',
  multipartPatterns: 'Part',
  host: 'Host',
  port: 'Port',
  scheme: 'Scheme',
  clientIp: 'Client IP',
  basicAuth: 'Basic auth',
  graphql: 'GraphQL',
  soapAction: 'SOAP action',
  state: 'State',
};

/** partWord returns the display name of a part of a request. */
export const partWord = (part: string): string => parts[part] ?? part;

const urls: Record<string, string> = {
  url: 'equals',
  urlPath: 'equals',
  urlPathTemplate: 'has the template',
  urlPattern: 'matches regex',
  urlPathPattern: 'matches regex',
};

/** operatorWord returns the display name of a matcher's operator; unknown ones stay as in WireMock. */
export const operatorWord = (operator: string): string =>
  urls[operator] ??
  (Object.hasOwn(operators, operator) ? operators[operator as keyof typeof operators].label : operator);
