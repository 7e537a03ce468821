import { timeLimit } from '@touchstone/engine-assert';
import type { AddressPolicy } from '@touchstone/engine-http';
import {
  decodedAnswer,
  type IncomingAnswer,
  type MockAnswer,
  MockEngine,
  responseOfAnswer,
  sendRequest,
} from '@touchstone/engine-mock';
import type { Platform } from '../../../../platform/platform.ts';
import { type JsonObject, stubOf } from '../../domain/asset-content.ts';
import { type ComparedAnswer, compareAnswers, inWords } from '../../domain/drift/compare-answers.ts';
import { isSafe, requestOfStub, type StubRequest } from '../../domain/drift/request-of-stub.ts';
import { withVariables } from '../../domain/mock-variables.ts';
import type { AssetRow } from '../../store/assets.store.ts';
import type { DriftCheckRow, DriftFindingRow } from '../../store/drift.store.ts';
import type { MockSurroundings } from '../hosting/read-mock.ts';

const timeoutMs = 30_000;
const expressionLimitMs = 50;
/** Larger answers are compared, but can't be applied to an asset. */
const largestApplied = 2 * 1024 * 1024;

/** The settings and surroundings of a comparison. */
export interface Comparison {
  check: DriftCheckRow;
  headers: readonly { name: string; value: string }[];
  surroundings: Pick<MockSurroundings, 'variables' | 'secrets' | 'files'>;
  policy: AddressPolicy | undefined;
  acceptsAnyCertificate: boolean;
}
type Found = Pick<DriftFindingRow, 'verdict' | 'message'> & Partial<DriftFindingRow>;

/** A stub that can be compared: a request that it matches, and its answer. */
interface Askable {
  stub: JsonObject;
  request: StubRequest;
  mock: ComparedAnswer;
}

/** createCompareAsset sends an asset's request to the real service and compares the answers. */
export function createCompareAsset({ clock, engineMark }: Pick<Platform, 'clock' | 'engineMark'>) {
  const ask = async (request: StubRequest, comparison: Comparison): Promise<IncomingAnswer> => {
    const { check, headers, policy, acceptsAnyCertificate } = comparison;
    const given = new Set(headers.map(({ name }) => name.toLowerCase()));
    const kept = request.headers.filter(([name]) => !given.has(name.toLowerCase()));
    const all = [...kept, ...headers.map(({ name, value }): [string, string] => [name, value])];
    const url = `${check.targetUrl.replace(/\/+$/, '')}${request.url}`;
    const outgoing = { method: request.method, url, headers: all, body: request.body };
    return sendRequest(outgoing, { policy, mark: engineMark, acceptsAnyCertificate, timeoutMs });
  };

  const compare = async (row: AssetRow, { stub, request, mock }: Askable, comparison: Comparison): Promise<Found> => {
    const { check, surroundings } = comparison;
    const startMs = clock.monotonicMs();
    let answer: IncomingAnswer;
    try {
      answer = await ask(request, comparison);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { verdict: 'unreachable', message: reason.slice(0, 500), durationMs: clock.monotonicMs() - startMs };
    }
    const durationMs = clock.monotonicMs() - startMs;
    const service = { status: answer.status, ...decodedAnswer(answer.headers, answer.body) };
    const isHead = request.method === 'HEAD';
    const differences = compareAnswers(isHead ? { ...mock, body: service.body } : mock, service, check.compares);
    if (differences.length === 0) return { verdict: 'same', message: '', durationMs };
    const canApply = !isTemplated(stub) && !isHead && service.body.length <= largestApplied;
    return {
      verdict: 'changed',
      message: inWords(differences),
      differences,
      durationMs,
      revision: row.revision,
      answer: canApply ? responseOfAnswer(service, { secrets: surroundings.secrets }) : null,
    };
  };

  return async function compareAsset(row: AssetRow | undefined, comparison: Comparison): Promise<Found> {
    if (row === undefined) return { verdict: 'skipped', message: 'The asset was deleted.' };
    const askable = askableOf(row, comparison);
    if (typeof askable === 'string') return { verdict: 'skipped', message: askable };
    return compare(row, askable, comparison);
  };
}
/** CompareAsset sends an asset's request to the real service and compares the answers. */
export type CompareAsset = ReturnType<typeof createCompareAsset>;

/** Returns the reason if an asset can't be compared. */
function askableOf({ id, name, content }: AssetRow, { check, surroundings }: Comparison): Askable | string {
  if (content.form !== 'stub') return 'It keeps records.';
  const stub = withVariables(stubOf(content, id, name), surroundings.variables);
  const request = requestOfStub(stub);
  if (typeof request === 'string') return request;
  if (check.isSafeOnly && !isSafe(request.method))
    return `${request.method} may change the service. It is sent only where a check says so.`;
  const mock = answerOfStub(stub, request, surroundings);
  return typeof mock === 'string' ? mock : { stub, request, mock };
}

const isTemplated = ({ response }: JsonObject): boolean => {
  const { transformers } = (response ?? {}) as { transformers?: unknown };
  return Array.isArray(transformers) && transformers.includes('response-template');
};

/** The stub's answer, regardless of state; the reason if it has none. */
function answerOfStub(
  stub: JsonObject,
  { method, url, headers, body }: StubRequest,
  { files }: Pick<MockSurroundings, 'files'>,
): ComparedAnswer | string {
  const {
    scenarioName: _name,
    requiredScenarioState: _required,
    newScenarioState: _next,
    setState: _set,
    ...plain
  } = stub;
  const {
    state: _state,
    scheme: _scheme,
    host: _host,
    port: _port,
    clientIp: _ip,
    ...request
  } = stub.request as JsonObject;
  const engine = new MockEngine({
    guard: timeLimit(expressionLimitMs),
    file: (name) => files.get(name.replace(/^\/+/, '')),
  });
  const { problems } = engine.put({ ...plain, request, enabled: true });
  if (problems[0] !== undefined) return `It has a problem: ${problems[0].message}`;
  const about = { scheme: 'http', host: 'localhost', port: 80, clientIp: '127.0.0.1', protocol: 'HTTP/1.1' };
  const entry = engine.tryOut({ method, url, headers, body, ...about });
  if (entry.by !== 'stub')
    return 'It does not match the request that can be made of it, such as a header that it asks for.';
  return answerOf(entry.answer);
}

function answerOf({ status, headers, body, events }: MockAnswer): ComparedAnswer {
  if (events !== undefined) return { status, headers, body: Buffer.from(events.map(({ text }) => text).join('')) };
  return { status, headers, body: typeof body === 'string' ? Buffer.from(body) : body };
}
