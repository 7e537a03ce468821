import type { MockProblem, Stub } from '../../core/stub.ts';
import { type AdminCall, AdminError, type AdminRoute } from './admin-call.ts';
import { mappingOf, pageOf } from './wire-shapes.ts';

/** mappingCalls are the calls on stubs. */
export const mappingCalls: AdminRoute[] = [
  ['GET', '/', () => ({ value: { name: 'Touchstone mock', adminApi: 'WireMock' } })],
  ['GET', '/mappings', (call) => ({ value: listed(call, call.engine.stubs()) })],
  ['POST', '/mappings', (call) => ({ status: 201, value: mappingOf(put(call, call.body())) })],
  [
    'DELETE',
    '/mappings',
    ({ engine }) => {
      engine.clear();
      return {};
    },
  ],
  [
    'POST',
    '/mappings/reset',
    ({ engine }) => {
      engine.resetStubs();
      engine.state.resetScenarios();
      return {};
    },
  ],
  [
    'POST',
    '/mappings/save',
    async ({ hooks }) => {
      if (hooks.save === undefined)
        throw new AdminError(409, 'This mock has no folder to save to. Start it with a folder.');
      await hooks.save();
      return {};
    },
  ],
  ['POST', '/mappings/import', importMappings],
  [
    'POST',
    '/mappings/remove',
    (call) => {
      const given = call.body();
      const id = String(given.id ?? given.uuid ?? '');
      const same = JSON.stringify(given.request);
      const isRemoved = call.engine.remove(id);
      if (!isRemoved)
        for (const stub of call.engine.stubs()) if (JSON.stringify(stub.request) === same) call.engine.remove(stub.id);
      return {};
    },
  ],
  ['POST', '/mappings/find-by-metadata', (call) => ({ value: listed(call, byMetadata(call)) })],
  [
    'POST',
    '/mappings/remove-by-metadata',
    (call) => {
      for (const { id } of byMetadata(call)) call.engine.remove(id);
      return {};
    },
  ],
  [
    'GET',
    '/mappings/unmatched',
    (call) => {
      const used = new Set(call.engine.journal.list().map(({ stub }) => stub?.id));
      return {
        value: listed(
          call,
          call.engine.stubs().filter(({ id }) => !used.has(id)),
        ),
      };
    },
  ],
  [
    'DELETE',
    '/mappings/unmatched',
    ({ engine }) => {
      const used = new Set(engine.journal.list().map(({ stub }) => stub?.id));
      for (const { id } of engine.stubs()) if (!used.has(id)) engine.remove(id);
      return {};
    },
  ],
  ['GET', '/mappings/{id}', (call) => ({ value: mappingOf(stubOf(call)) })],
  [
    'PUT',
    '/mappings/{id}',
    (call) => {
      const { id } = stubOf(call);
      return { value: mappingOf(put(call, { ...call.body(), id, uuid: id })) };
    },
  ],
  [
    'DELETE',
    '/mappings/{id}',
    (call) => {
      call.engine.remove(stubOf(call).id);
      return {};
    },
  ],
];

function listed({ request }: AdminCall, stubs: Stub[]) {
  const page = pageOf(stubs, request);
  return { mappings: page.map(mappingOf), meta: { total: stubs.length } };
}

function stubOf({ engine, path }: AdminCall): Stub {
  const found = engine.index.get(path.id ?? '');
  if (found === undefined) throw new AdminError(404, `No stub has the id ${path.id}.`);
  return found.stub;
}

function put({ engine }: AdminCall, value: unknown): Stub {
  const { stub, problems } = engine.put(value, '');
  if (problems.length > 0) throw new AdminError(422, 'The stub has problems.', problems.map(errorOf));
  return stub;
}

const errorOf = ({ path, message }: MockProblem) => ({
  title: 'Error parsing JSON',
  detail: message,
  source: {
    pointer: path
      .replace(/^\./, '')
      .replace(/\[(\d+)\]/g, '/$1')
      .replaceAll('.', '/'),
  },
});

function importMappings(call: AdminCall) {
  const { mappings, importOptions } = call.body();
  if (!Array.isArray(mappings)) throw new AdminError(422, 'The body must have a list “mappings”.');
  const { duplicatePolicy, deleteAllNotInImport } = (importOptions ?? {}) as Record<string, unknown>;
  const { engine } = call;
  const kept = new Set<string>();
  const problems: MockProblem[] = [];
  // The first of the list is tried first, as in WireMock (in its files the last one is).
  for (const [index, value] of [...mappings.entries()].toReversed()) {
    const id = String((value as Stub)?.id ?? (value as { uuid?: string })?.uuid ?? '');
    if (duplicatePolicy === 'IGNORE' && engine.index.get(id) !== undefined) {
      kept.add(id);
      continue;
    }
    const { stub, problems: found } = engine.put(value, `mappings[${index}]`);
    problems.push(...found);
    kept.add(stub.id);
  }
  if (deleteAllNotInImport === true) for (const { id } of engine.stubs()) if (!kept.has(id)) engine.remove(id);
  // What could be read came in; the list says what did not.
  if (problems.length > 0)
    throw new AdminError(422, 'Some stubs have problems; the others came in.', problems.map(errorOf));
  return {};
}

function byMetadata(call: AdminCall): Stub[] {
  const { engine } = call;
  const { matcher, problems } = engine.compile({ bodyPatterns: [call.body()] });
  if (problems.length > 0) throw new AdminError(422, problems[0]!.message);
  const [check] = matcher.checks;
  return engine
    .stubs()
    .filter(({ metadata }) => metadata !== undefined && check !== undefined && fits(check, metadata));
}

/** A check of a body judges the metadata, as if it were one. */
function fits(check: { test(request: never): boolean }, metadata: unknown): boolean {
  const text = JSON.stringify(metadata);
  return check.test({ body: subjectOf(text, metadata) } as never);
}

const subjectOf = (text: string, value: unknown) => ({
  text,
  json: { value },
  bytes: new TextEncoder().encode(text),
  xml: undefined,
});
