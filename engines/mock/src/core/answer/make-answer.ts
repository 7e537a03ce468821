import type { RandomSource } from '@touchstone/kernel';
import { BudgetError } from '@touchstone/kernel';
import { fromBase64 } from '../match/text-matchers.ts';
import type { RequestView } from '../request/request-view.ts';
import type { DelayDistribution, ResponseDefinition, ServeAction, Stub } from '../stub.ts';
import { TemplateError } from '../template/syntax.ts';
import { conversationOf, textOfMessages } from './conversation.ts';
import { delayOf, sampleDelay } from './delays.ts';
import { type MockAnswer, type PreparedWebhook, plainAnswer } from './mock-answer.ts';

/** What responses are made with. */
export interface AnswerTools {
  /** Evaluates a template with the request and the given parameters. */
  render(template: string, parameters: Record<string, unknown>): string;
  /** Like `render`, for anything sent after the response. */
  renderAfter(template: string, parameters: Record<string, unknown>): string;
  /** Content of one of the stubs' files; undefined if it doesn't exist. */
  file(name: string): Uint8Array | undefined;
  random: RandomSource;
  /** Whether every stub is templated. */
  isGloballyTemplated: boolean;
  delays: { fixedDelay?: number | undefined; delayDistribution?: DelayDistribution | undefined };
  /** Adds a note about a failure to the journal. */
  note(message: string): void;
}

/** Header that counts the calls in a chain of callbacks. */
export const hopHeader = 'x-touchstone-mock-hop';
const hopLimit = 5;

/** isStatic returns whether a stub always gives the same response, so that it needs to be made only once. */
export function isStatic(stub: Stub, isGloballyTemplated: boolean): boolean {
  const { response } = stub;
  return (
    !isGloballyTemplated &&
    !isTemplated(response) &&
    typeof response.status !== 'string' &&
    response.delayDistribution === undefined &&
    response.proxyBaseUrl === undefined &&
    stub.postServeActions === undefined &&
    stub.serveEventListeners === undefined
  );
}

const isTemplated = ({ transformers }: ResponseDefinition): boolean =>
  transformers?.includes('response-template') ?? false;

/**
 * makeAnswer makes a stub's response. If a template fails, the response has status 500 and the reason, which is also
 * noted.
 */
export function makeAnswer(stub: Stub, request: RequestView, tools: AnswerTools): MockAnswer {
  try {
    return answerOf(stub, request, tools);
  } catch (error) {
    const isOurs = error instanceof TemplateError || error instanceof BudgetError || error instanceof Error;
    const message = isOurs ? error.message : String(error);
    tools.note(`The answer could not be made: ${message}`);
    return plainAnswer(500, `The answer of this stub could not be made: ${message}`);
  }
}

function answerOf(stub: Stub, request: RequestView, tools: AnswerTools): MockAnswer {
  const { response } = stub;
  const isRendered = tools.isGloballyTemplated || isTemplated(response);
  const parameters = response.transformerParameters ?? {};
  const render = (text: string) => (isRendered ? tools.render(text, parameters) : text);
  const answer: MockAnswer = {
    status: statusOf(response.status, (text) => tools.render(text, parameters)),
    headers: pairsOf(response.headers).map(([name, value]) => [name, headerText(render(value))]),
    body: '',
    delayMs: delayOf(response, tools.delays, tools.random),
    webhooks: [],
  };
  if (response.statusMessage !== undefined) answer.statusMessage = headerText(render(response.statusMessage));
  if (response.fault !== undefined) answer.fault = response.fault;
  const { chunkedDribbleDelay: dribble } = response;
  if (dribble !== undefined)
    answer.dribble = { chunks: Math.max(1, dribble.numberOfChunks), durationMs: dribble.totalDuration };
  if (response.webSocket !== undefined) {
    answer.conversation = conversationOf(response.webSocket, render);
    answer.body = textOfMessages(answer.conversation.messages);
    if (response.status === undefined) answer.status = 101;
  } else if (response.events !== undefined) {
    answer.events = response.events.map((event) => ({ text: eventText(event, render), delayMs: event.delay ?? 0 }));
    if (!hasHeader(answer, 'content-type')) answer.headers.push(['Content-Type', 'text/event-stream']);
  } else answer.body = bodyOf(response, render, tools, answer);
  if (response.proxyBaseUrl !== undefined) answer.proxy = proxyOf(response, request, render);
  answer.webhooks = webhooksOf(stub, request, tools);
  return answer;
}

const hasHeader = ({ headers }: MockAnswer, name: string): boolean =>
  headers.some(([header]) => header.toLowerCase() === name);

const headerText = (text: string): string => text.replace(/[\r\n]+/g, ' ');

function statusOf(status: number | string | undefined, render: (text: string) => string): number {
  if (status === undefined) return 200;
  if (typeof status === 'number') return status;
  const number = Number(render(status).trim());
  if (!Number.isInteger(number) || number < 100 || number > 999)
    throw new TemplateError(`The status “${render(status)}” is not a number from 100 to 999.`);
  return number;
}

function bodyOf(
  response: ResponseDefinition,
  render: (text: string) => string,
  tools: AnswerTools,
  answer: MockAnswer,
): string | Uint8Array {
  const { body, jsonBody, base64Body, bodyFileName } = response;
  if (body !== undefined) return render(body);
  if (jsonBody !== undefined) return render(JSON.stringify(jsonBody));
  if (base64Body !== undefined) return fromBase64(base64Body) ?? '';
  if (bodyFileName === undefined) return '';
  const name = render(bodyFileName);
  const bytes = tools.file(name);
  if (bytes === undefined) {
    tools.note(`The file ${name} was not found.`);
    answer.status = 500;
    return `The file ${name} was not found below __files.`;
  }
  const text = isTemplated(response) || tools.isGloballyTemplated ? textOfFile(bytes) : undefined;
  return text === undefined ? bytes : render(text);
}

/** Only text files can be templates. */
function textOfFile(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function eventText(event: NonNullable<ResponseDefinition['events']>[number], render: (text: string) => string): string {
  const data = typeof event.data === 'string' ? event.data : event.data === undefined ? '' : JSON.stringify(event.data);
  const lines = [
    ...(event.event === undefined ? [] : [`event: ${headerText(render(event.event))}`]),
    ...(event.id === undefined ? [] : [`id: ${headerText(render(event.id))}`]),
    ...(event.retry === undefined ? [] : [`retry: ${event.retry}`]),
    ...render(data)
      .split('\n')
      .map((line) => `data: ${line}`),
  ];
  return `${lines.join('\n')}\n\n`;
}

function proxyOf(response: ResponseDefinition, request: RequestView, render: (text: string) => string) {
  const base = render(response.proxyBaseUrl ?? '').replace(/\/+$/, '');
  const prefix = response.proxyUrlPrefixToRemove ?? '';
  const { url } = request.request;
  const rest = prefix !== '' && url.startsWith(prefix) ? url.slice(prefix.length) : url;
  const added = pairsOf(response.additionalProxyRequestHeaders);
  return {
    url: `${base}${rest.startsWith('/') || rest === '' ? rest : `/${rest}`}`,
    addHeaders: added.map(([name, value]): [string, string] => [name, headerText(render(value))]),
    removeHeaders: (response.removeProxyRequestHeaders ?? []).map((name) => name.toLowerCase()),
  };
}

/** pairsOf returns headers as pairs with one value each. */
export function pairsOf(headers: Record<string, string | string[]> | undefined): [string, string][] {
  return Object.entries(headers ?? {}).flatMap(([name, value]): [string, string][] =>
    Array.isArray(value) ? value.map((item): [string, string] => [name, String(item)]) : [[name, String(value)]],
  );
}

function webhooksOf(stub: Stub, request: RequestView, tools: AnswerTools): PreparedWebhook[] {
  const actions = [...(stub.postServeActions ?? []), ...(stub.serveEventListeners ?? [])];
  if (actions.length === 0) return [];
  const hop = Number(request.header(hopHeader)[0] ?? 0) || 0;
  if (hop >= hopLimit) {
    tools.note(`The callback was not sent: ${hopLimit} callbacks in a row led here. Remove the cycle.`);
    return [];
  }
  return actions.filter(({ name }) => name === 'webhook').map((action) => webhookOf(action, tools, hop + 1));
}

function webhookOf({ parameters = {} }: ServeAction, tools: AnswerTools, hop: number): PreparedWebhook {
  const render = (text: string) => tools.renderAfter(text, parameters);
  const { method, url, headers, body, base64Body, delay } = parameters;
  const ofBase64 = typeof base64Body === 'string' ? fromBase64(base64Body) : undefined;
  const text =
    body === undefined || body === null ? undefined : render(typeof body === 'string' ? body : JSON.stringify(body));
  return {
    method: typeof method === 'string' ? render(method).toUpperCase() : 'GET',
    url: render(String(url ?? '')),
    headers: pairsOf(headers as Record<string, string | string[]> | undefined).map(([name, value]) => [
      name,
      headerText(render(value)),
    ]),
    body: ofBase64 ?? text,
    delayMs: delay === undefined ? 0 : sampleDelay(delay as DelayDistribution, tools.random),
    hop,
  };
}
