import { type MockAnswer, plainAnswer } from '../../core/answer/mock-answer.ts';
import type { MockEngine } from '../../core/engine/mock-engine.ts';
import { parsePathTemplate } from '../../core/match/path-template.ts';
import { type MockRequest, RequestView } from '../../core/request/request-view.ts';
import type { Recorder } from '../recording/recorder.ts';
import { type AdminCall, AdminError, type AdminHooks, type AdminRoute } from './admin-call.ts';
import { mappingCalls } from './mapping-calls.ts';
import { requestCalls } from './request-calls.ts';
import { systemCalls } from './system-calls.ts';

interface Route {
  method: string;
  read: (path: string) => Record<string, string> | undefined;
  perform: AdminRoute[2];
}

/** MockAdmin answers WireMock's admin API, so that its clients work unchanged. */
export class MockAdmin {
  readonly #engine: MockEngine;
  readonly #recorder: Recorder;
  readonly #hooks: AdminHooks;
  readonly #routes: Route[];

  constructor(engine: MockEngine, recorder: Recorder, hooks: AdminHooks) {
    this.#engine = engine;
    this.#recorder = recorder;
    this.#hooks = hooks;
    this.#routes = [...mappingCalls, ...requestCalls, ...systemCalls].map(([method, path, perform]) => ({
      method,
      read: parsePathTemplate(path)?.read ?? (() => undefined),
      perform,
    }));
  }

  async answer(mock: MockRequest): Promise<MockAnswer> {
    const request = new RequestView(mock);
    const path = request.path.slice('/__admin'.length).replace(/(.)\/$/, '$1') || '/';
    const fitting = this.#routes.flatMap((route) => {
      const read = route.read(path);
      return read === undefined ? [] : [{ route, read }];
    });
    const chosen = fitting.find(({ route }) => route.method === mock.method);
    if (chosen === undefined)
      return fitting.length === 0
        ? refusal(new AdminError(404, `The admin API has no call ${mock.method} ${request.path}.`))
        : refusal(new AdminError(405, `${request.path} takes ${fitting.map(({ route }) => route.method).join(', ')}.`));
    try {
      const call: AdminCall = {
        engine: this.#engine,
        recorder: this.#recorder,
        hooks: this.#hooks,
        request,
        path: chosen.read,
        isDetailed: request.query('details')[0] === 'true',
        body: () => bodyOf(request),
      };
      const { status = 200, value } = await chosen.route.perform(call);
      // Some clients parse the response of every call as JSON.
      return plainAnswer(status, JSON.stringify(value ?? {}, null, 2), 'application/json');
    } catch (error) {
      if (error instanceof AdminError) return refusal(error);
      return refusal(new AdminError(500, error instanceof Error ? error.message : String(error)));
    }
  }
}

const refusal = ({ status, code, errors }: AdminError): MockAnswer =>
  plainAnswer(
    status,
    JSON.stringify({ errors: errors.map((error) => ({ code, ...error })) }, null, 2),
    'application/json',
  );

function bodyOf(request: RequestView): Record<string, unknown> {
  const { text } = request.body;
  if (text === undefined || text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (error) {
    throw new AdminError(422, `The JSON cannot be read: ${(error as Error).message}`);
  }
  throw new AdminError(422, 'The body must be a JSON object.');
}
