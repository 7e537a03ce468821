import { unstowOwnMembers } from '../../core/parse/own-members.ts';
import { RequestView } from '../../core/request/request-view.ts';
import type { MockProblem, Stub } from '../../core/stub.ts';
import { type AdminCall, AdminError, type AdminRoute, type Reply } from './admin-call.ts';
import { mappingOf, pageOf, requestOf } from './wire-shapes.ts';

/** mappingCalls are the calls on stubs. */
export const mappingCalls: AdminRoute[] = [
  ['GET', '/', () => ({ value: { name: 'Touchstone mock', adminApi: 'WireMock' } })],
  ['GET', '/mappings', (call) => ({ value: listed(call, call.engine.stubs()) })],
  ['POST', '/mappings', async (call) => ({ status: 201, value: mappingOf(await put(call, call.body()), call) })],
  ['DELETE', '/mappings', (call) => remove(call, call.engine.stubs())],
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
    async ({ engine, hooks }) => {
      const isSaved = (await hooks.save?.(engine.stubs())) ?? false;
      if (!isSaved) throw new AdminError(409, 'This mock has no folder to save to. Start it with a folder.');
      return {};
    },
  ],
  ['POST', '/mappings/import', importMappings],
  [
    'POST',
    '/mappings/remove',
    (call) => {
      const given = call.body();
      const same = JSON.stringify(given.request);
      const id = String(given.id ?? given.uuid ?? '');
      const alike = call.engine.stubs().filter((stub) => stub.id === id);
      const found =
        alike.length > 0 ? alike : call.engine.stubs().filter(({ request }) => JSON.stringify(request) === same);
      return remove(call, found);
    },
  ],
  ['POST', '/mappings/find-by-metadata', (call) => ({ value: listed(call, byMetadata(call)) })],
  ['POST', '/mappings/remove-by-metadata', (call) => remove(call, byMetadata(call))],
  ['GET', '/mappings/unmatched', (call) => ({ value: listed(call, unused(call)) })],
  ['DELETE', '/mappings/unmatched', (call) => remove(call, unused(call))],
  ['GET', '/mappings/{id}', (call) => ({ value: mappingOf(stubOf(call), call) })],
  [
    'PUT',
    '/mappings/{id}',
    async (call) => {
      const { id } = stubOf(call);
      return { value: mappingOf(await put(call, { ...call.body(), id, uuid: id }), call) };
    },
  ],
  ['DELETE', '/mappings/{id}', (call) => remove(call, [stubOf(call)])],
];

function listed(call: AdminCall, stubs: Stub[]) {
  const page = pageOf(stubs, call.request);
  return { mappings: page.map((stub) => mappingOf(stub, call)), meta: { total: stubs.length } };
}

/** Stubs that answered no request in the journal. */
function unused({ engine }: AdminCall): Stub[] {
  const used = new Set(engine.journal.list().map(({ stub }) => stub?.id));
  return engine.stubs().filter(({ id }) => !used.has(id));
}

function stubOf({ engine, path }: AdminCall): Stub {
  const found = engine.index.get(path.id ?? '');
  if (found === undefined) throw new AdminError(404, `No stub has the id ${path.id}.`);
  return found.stub;
}

async function put(call: AdminCall, value: unknown): Promise<Stub> {
  const { stub, problems } = call.engine.put(unstowOwnMembers(value), '');
  if (problems.length > 0) throw new AdminError(422, 'The stub has problems.', { errors: problems.map(errorOf) });
  await keep(call, [stub]);
  return stub;
}

const keptOf = (stubs: readonly Stub[]): Stub[] => stubs.filter(({ persistent }) => persistent === true);

async function keep({ hooks }: AdminCall, stubs: readonly Stub[]): Promise<void> {
  const kept = keptOf(stubs);
  if (kept.length > 0) await hooks.save?.(kept);
}

async function remove({ engine, hooks }: AdminCall, stubs: readonly Stub[]): Promise<Reply> {
  for (const { id } of stubs) engine.remove(id);
  const kept = keptOf(stubs);
  if (kept.length > 0) await hooks.forget?.(kept);
  return {};
}

const errorOf = ({ path, message }: MockProblem) => ({
  title: 'Error parsing JSON',
  detail: message,
  source: {
    pointer: path
      .replace(/^\.?/, '/')
      .replace(/\[(\d+)\]/g, '/$1')
      .replaceAll('.', '/'),
  },
});

async function importMappings(call: AdminCall): Promise<Reply> {
  const { mappings, importOptions } = call.body();
  if (!Array.isArray(mappings)) throw new AdminError(422, 'The body must have a list “mappings”.');
  const { duplicatePolicy, deleteAllNotInImport } = (importOptions ?? {}) as Record<string, unknown>;
  const { engine } = call;
  const kept = new Set<string>();
  const made: Stub[] = [];
  const problems: MockProblem[] = [];
  // The first in the list is tried first, as in WireMock (in its files, the last one is).
  for (const [index, value] of [...mappings.entries()].toReversed()) {
    const id = String((value as Stub)?.id ?? (value as { uuid?: string })?.uuid ?? '');
    if (duplicatePolicy === 'IGNORE' && engine.index.get(id) !== undefined) {
      kept.add(id);
      continue;
    }
    const { stub, problems: found } = engine.put(unstowOwnMembers(value), `mappings[${index}]`);
    problems.push(...found);
    kept.add(stub.id);
    if (found.length === 0) made.push(stub);
  }
  if (deleteAllNotInImport === true)
    await remove(
      call,
      engine.stubs().filter(({ id }) => !kept.has(id)),
    );
  await keep(call, made);
  // Valid stubs were imported; the list names the invalid ones.
  if (problems.length > 0)
    throw new AdminError(422, 'Some stubs have problems; the others came in.', { errors: problems.map(errorOf) });
  return {};
}

function byMetadata(call: AdminCall): Stub[] {
  const matches = metadataMatcher(call);
  return call.engine.stubs().filter(matches);
}

/** metadataMatcher applies the matcher in the body of a call to a stub's metadata, as if it were a request body. */
export function metadataMatcher({ engine, body }: AdminCall): (stub: Stub | undefined) => boolean {
  const { matcher, problems } = engine.compile({ bodyPatterns: [body()] });
  const [problem] = problems;
  if (problem !== undefined) throw new AdminError(422, problem.message);
  return (stub) =>
    stub?.metadata !== undefined && matcher.test(new RequestView(requestOf({ body: JSON.stringify(stub.metadata) })));
}
