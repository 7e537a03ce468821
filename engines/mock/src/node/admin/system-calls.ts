import type { MockSettings } from '../../core/engine/settings.ts';
import { parseScope } from '../../core/state/scope-of.ts';
import type { DelayDistribution } from '../../core/stub.ts';
import { type AdminCall, AdminError, type AdminRoute } from './admin-call.ts';
import { recordingCalls } from './recording-calls.ts';
import { mappingOf } from './wire-shapes.ts';

/** systemCalls are the calls on scenarios, settings, recordings and the mock as a whole. */
export const systemCalls: AdminRoute[] = [
  [
    'GET',
    '/scenarios',
    (call) => ({
      value: {
        scenarios: call.engine.scenarios().map(({ name, state, possibleStates, stubs, callers }) => ({
          id: name,
          name,
          state,
          possibleStates,
          mappings: stubs.map((stub) => mappingOf(stub, call)),
          ...(call.isDetailed && { callers }),
        })),
      },
    }),
  ],
  [
    'POST',
    '/scenarios/reset',
    ({ engine }) => {
      engine.state.resetScenarios();
      return {};
    },
  ],
  [
    'DELETE',
    '/scenarios',
    ({ engine }) => {
      engine.state.resetScenarios();
      return {};
    },
  ],
  ['PUT', '/scenarios/{name}/state', setScenario],
  ['GET', '/state', ({ engine }) => ({ value: { scopes: engine.state.list() } })],
  [
    'DELETE',
    '/state',
    ({ engine, request }) => {
      engine.state.reset(request.query('scope')[0]);
      return {};
    },
  ],
  [
    'PUT',
    '/state/{key}',
    (call) => {
      const { value, scope } = call.body();
      call.engine.state.setValue(typeof scope === 'string' ? scope : '', call.path.key ?? '', value);
      return {};
    },
  ],
  [
    'GET',
    '/resources',
    ({ engine }) => ({
      value: {
        resources: [...engine.resources.values()].map(({ definition: { name, path }, items }) => ({
          name,
          path,
          items,
        })),
      },
    }),
  ],
  [
    'POST',
    '/resources/reset',
    ({ engine }) => {
      for (const resource of engine.resources.values()) resource.reset();
      return {};
    },
  ],
  [
    'GET',
    '/settings',
    ({ engine: { settings } }) => {
      const { fixedDelay, delayDistribution, proxyPassThrough, ...extended } = settings;
      return { value: { settings: { fixedDelay, delayDistribution, proxyPassThrough, extended } } };
    },
  ],
  ['POST', '/settings', changeSettings],
  ['PUT', '/settings', changeSettings],
  [
    'PATCH',
    '/settings/extended',
    (call) => {
      extend(call.engine.settings, call.body().extended);
      return {};
    },
  ],
  ...recordingCalls,
  [
    'POST',
    '/reset',
    ({ engine }) => {
      engine.reset();
      return {};
    },
  ],
  [
    'GET',
    '/health',
    ({ engine }) => ({
      value: { status: 'healthy', message: 'The mock is up.', stubs: engine.index.size, requests: engine.journal.seen },
    }),
  ],
  ['GET', '/version', () => ({ value: { version: '3.13.2', product: 'Touchstone' } })],
  [
    'POST',
    '/shutdown',
    ({ hooks }) => {
      if (hooks.shutdown === undefined) throw new AdminError(409, 'This mock is not shut down by a request.');
      hooks.shutdown();
      return {};
    },
  ],
];

function setScenario(call: AdminCall) {
  const { engine, path } = call;
  const name = path.name ?? '';
  const scenario = engine.scenarios().find((candidate) => candidate.name === name);
  if (scenario === undefined) throw new AdminError(404, `No scenario is named ${name}.`, { code: 404 });
  const { state, scope } = call.body();
  const of = typeof scope === 'string' ? scope : '';
  if (state === undefined) engine.state.resetScenario(name, typeof scope === 'string' ? scope : undefined);
  else if (!scenario.possibleStates.includes(String(state)))
    throw new AdminError(
      422,
      `The scenario ${name} has no state ${state}. It has ${scenario.possibleStates.join(', ')}.`,
      { code: 11 },
    );
  else engine.state.setScenario(of, name, String(state));
  return {};
}

/**
 * WireMock's settings are replaced as a whole; settings that it doesn't have change only if given, here or in
 * `extended`.
 */
function changeSettings(call: AdminCall) {
  const { settings } = call.engine;
  const given = call.body();
  const { fixedDelay, delayDistribution, proxyPassThrough, extended } = given;
  extend(settings, given);
  extend(settings, extended);
  settings.fixedDelay = typeof fixedDelay === 'number' ? fixedDelay : undefined;
  settings.delayDistribution = (delayDistribution ?? undefined) as DelayDistribution | undefined;
  settings.proxyPassThrough = proxyPassThrough !== false;
  return {};
}

function extend(settings: MockSettings, given: unknown): void {
  const { cors, globalTemplating, strict, stateScope } = (given ?? {}) as Record<string, unknown>;
  if (typeof stateScope === 'string') {
    const scope = parseScope(stateScope);
    if (scope === undefined)
      throw new AdminError(422, 'Write global, session, header:NAME, cookie:NAME, claim:NAME or a template.');
    settings.stateScope = scope;
  }
  if (typeof cors === 'boolean') settings.cors = cors;
  if (typeof globalTemplating === 'boolean') settings.globalTemplating = globalTemplating;
  if (typeof strict === 'boolean') settings.strict = strict;
}
