import { isObject, type Json, objectAt, pretty, textAt, withMembers } from './json.ts';

/** Forms of a stub's body. */
export const bodyForms = {
  none: 'No body',
  jsonBody: 'JSON',
  body: 'Text',
  base64Body: 'Base64',
  bodyFileName: 'File',
} as const;
/** The member of a response that holds its body. */
export type BodyForm = keyof typeof bodyForms;

const bodyNames = ['jsonBody', 'body', 'base64Body', 'bodyFileName'] as const;

/** What a stub does: respond, talk over a WebSocket, forward the request, or break the connection. */
export type AnswerForm = 'answer' | 'webSocket' | 'proxy' | 'fault';

/** Faults, with what the caller sees. */
export const faults = {
  EMPTY_RESPONSE: 'Empty response',
  MALFORMED_RESPONSE_CHUNK: 'Malformed response chunk',
  RANDOM_DATA_THEN_CLOSE: 'Random data, then close',
  CONNECTION_RESET_BY_PEER: 'Connection reset',
} as const;

/** answerFormOf returns the form of a response. */
export function answerFormOf(response: Json): AnswerForm {
  if (typeof response.fault === 'string') return 'fault';
  if (typeof response.proxyBaseUrl === 'string') return 'proxy';
  return isObject(response.webSocket) ? 'webSocket' : 'answer';
}

/** withAnswerForm changes the form of a response; other members stay where possible. */
export function withAnswerForm(response: Json, form: AnswerForm): Json {
  const { fault, proxyBaseUrl, webSocket, ...rest } = response;
  if (form === 'webSocket') return { ...rest, webSocket: webSocket ?? { messages: [{ body: '' }] } };
  if (form === 'fault') return { fault: fault ?? 'CONNECTION_RESET_BY_PEER', ...rest };
  return form === 'proxy' ? { proxyBaseUrl: proxyBaseUrl ?? 'https://', ...rest } : rest;
}

/** bodyOf reads the body of a response. */
export function bodyOf(response: Json): { form: BodyForm; text: string } {
  const form = bodyNames.find((name) => response[name] !== undefined);
  if (!form) return { form: 'none', text: '' };
  const value = response[form];
  return { form, text: typeof value === 'string' && form !== 'jsonBody' ? value : pretty(value) };
}

/** withBody sets the body of a response. Invalid JSON is kept as text, so that no input is lost. */
export function withBody(response: Json, form: BodyForm, text: string): Json {
  const rest = Object.fromEntries(Object.entries(response).filter(([name]) => !bodyNames.includes(name as never)));
  if (form === 'none') return rest;
  if (form !== 'jsonBody') return { ...rest, [form]: text };
  try {
    return { ...rest, jsonBody: JSON.parse(text) };
  } catch {
    return { ...rest, body: text };
  }
}

/** hasTemplate returns whether a response's texts are templates. */
export const hasTemplate = (response: Json): boolean =>
  Array.isArray(response.transformers) && response.transformers.includes('response-template');

/** withTemplate switches the templates of a response on or off. */
export function withTemplate(response: Json, isOn: boolean): Json {
  const others = (Array.isArray(response.transformers) ? response.transformers : []).filter(
    (name) => name !== 'response-template',
  );
  return withMembers(response, { transformers: isOn ? [...others, 'response-template'] : others });
}

/** A response header; a name may have several values. */
export interface HeaderRow {
  name: string;
  value: string;
}

/** headerRowsOf returns the headers of a response as rows. */
export const headerRowsOf = (headers: Json): HeaderRow[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => ({ name, value: String(each) })),
  );

/** headersOf returns the headers of rows; several values of a name become a list. */
export function headersOf(rows: readonly HeaderRow[]): Json {
  const headers: Record<string, string | string[]> = {};
  for (const { name, value } of rows) {
    if (name === '') continue;
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  return headers;
}

/** Delay of a response. */
export interface Delay {
  type: 'none' | 'fixed' | 'uniform' | 'lognormal';
  first: number;
  second: number;
}

const numberAt = (json: Json, name: string): number => {
  const value = json[name];
  return typeof value === 'number' ? value : 0;
};

/** delayOf reads the delay of a response. */
export function delayOf(response: Json): Delay {
  const random = objectAt(response, 'delayDistribution');
  const type = textAt(random, 'type');
  if (type === 'uniform') return { type, first: numberAt(random, 'lower'), second: numberAt(random, 'upper') };
  if (type === 'lognormal') return { type, first: numberAt(random, 'median'), second: numberAt(random, 'sigma') };
  if (type === 'fixed') return { type, first: numberAt(random, 'milliseconds'), second: 0 };
  const fixed = numberAt(response, 'fixedDelayMilliseconds');
  return response.fixedDelayMilliseconds === undefined
    ? { type: 'none', first: 0, second: 0 }
    : { type: 'fixed', first: fixed, second: 0 };
}

/** withDelay sets the delay of a response. */
export function withDelay(response: Json, { type, first, second }: Delay): Json {
  const { fixedDelayMilliseconds: _fixed, delayDistribution: before, ...rest } = response;
  if (type === 'fixed') return { ...rest, fixedDelayMilliseconds: first };
  if (type === 'none') return rest;
  const kept = isObject(before) && before.type === type ? before : {};
  const values = type === 'uniform' ? { lower: first, upper: second } : { median: first, sigma: second };
  return { ...rest, delayDistribution: { ...kept, type, ...values } };
}
