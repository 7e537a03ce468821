import { isDeepStrictEqual } from 'node:util';
import { loadXPath, timeLimit } from '@touchstone/engine-assert';
import {
  importMock,
  MockEngine,
  MockServer,
  openApiNegotiation,
  openApiValidator,
  Resource,
} from '@touchstone/engine-mock';
import { freePort, startPeer } from './contenders.ts';
import { generatedApi, type Question } from './generated-apis.ts';
import { generatedCrud, generatedRules } from './generated-environments.ts';

/** The compared parts of a mock's response. */
interface Seen {
  status: number;
  type: string;
  body: unknown;
}

/** How far two mocks with the same document match; `differences` are the unexplained ones. */
export interface PeerComparison {
  name: string;
  asked: number;
  alike: number;
  explained: Record<string, number>;
  differences: { question: Question; theirs: Seen; ours: Seen }[];
}

async function ask(base: string, { sent }: Question): Promise<Seen> {
  const { method, url, headers, body } = sent;
  // Prism never responds to a body that isn't JSON, so no question has one; whatever else hangs ends here.
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(`${base}${url}`, { method, headers, signal, ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  const type = (answer.headers.get('content-type') ?? '').split(';')[0]!.trim();
  return { status: answer.status, type, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Our mock with the same document. */
async function startOurs(document: object): Promise<{ address: string; stop(): Promise<void> }> {
  const { stubs, resources, api, basePath } = await importMock(JSON.stringify(document), 'document.json');
  const engine = new MockEngine({ guard: timeLimit(100) });
  engine.putAll(stubs);
  for (const resource of resources) engine.resources.set(resource.path, new Resource(resource));
  if (api !== undefined) engine.validators = [openApiNegotiation(api, basePath), openApiValidator(api, basePath)];
  engine.settings.strict = api !== undefined;
  const server = new MockServer(engine);
  return { address: await server.start(), stop: () => server.stop(0) };
}

/** Error texts differ everywhere, so only the existence and class of an error are compared. */
const isAlike = ({ comparesBody }: Question, theirs: Seen, ours: Seen): boolean => {
  const isError = theirs.status >= 400 && ours.status >= 400;
  if (isError && (!comparesBody || !isDeepStrictEqual(theirs.body, ours.body))) return true;
  if (theirs.status !== ours.status) return false;
  return (
    !comparesBody || (isDeepStrictEqual(theirs.body, ours.body) && (ours.body === '' || theirs.type === ours.type))
  );
};

/** Known differences and their reasons; see the README of the engine. */
const explanations: { because: string; holds(question: Question, theirs: Seen, ours: Seen): boolean }[] = [
  {
    because: 'Prism weighs the types of Accept; with ours a type other than JSON wins where it is named',
    holds: ({ kind }, theirs, ours) => kind === 'Accept with weights' && theirs.type !== ours.type,
  },
  {
    because: 'Mockoon decodes the values of cookies; ours takes them as they are sent, as WireMock does',
    holds: ({ kind, sent }) => kind.includes('cookie') && sent.headers.Cookie?.includes('%') === true,
  },
  {
    because: 'Mockoon answers a deletion with 200 and {}, also where there was nothing; ours with 204, or 404',
    holds: ({ kind }, theirs) => kind.startsWith('delete') && theirs.status === 200,
  },
  {
    because: 'Mockoon keeps several records of one id; ours refuses the second with 409',
    holds: ({ kind }, theirs, ours) => kind.startsWith('create') && theirs.status === 201 && ours.status === 409,
  },
  {
    because:
      'Mockoon replaces what exists, and the id is gone unless it is sent again; ours creates, and keeps the id of the address',
    holds: ({ kind }) => kind === 'replace',
  },
  {
    because: 'Mockoon leaves records without the member that is sorted by where they are; ours puts them first',
    holds: ({ kind }, theirs) =>
      kind.startsWith('list ?sort=age') &&
      JSON.stringify(theirs.body).split('"age"').length <= (theirs.body as []).length,
  },
  {
    because: 'Mockoon filters by parameters with an ending such as name_eq only; ours by name as well',
    holds: ({ kind }) => kind === 'list ?name=Ana',
  },
];

async function compared(
  name: string,
  peer: 'mockoon' | 'prism',
  make: (port: number) => { document: object; questions: Question[] },
): Promise<PeerComparison> {
  const port = await freePort();
  const { document, questions } = make(port);
  const found: PeerComparison = { name, asked: 0, alike: 0, explained: {}, differences: [] };
  const theirs = await startPeer(peer, document, { port, ready: '/nowhere' });
  const own = await startOurs(document);
  /** Records that differ once stay different. */
  const apart = new Set<string>();
  try {
    for (const question of questions) {
      if (question.records !== undefined && apart.has(question.records)) continue;
      const [their, our] = [await ask(theirs.address, question), await ask(own.address, question)];
      found.asked += 1;
      if (isAlike(question, their, our)) {
        found.alike += 1;
        continue;
      }
      if (question.records !== undefined) apart.add(question.records);
      const known = explanations.find(({ holds }) => holds(question, their, our));
      if (known) found.explained[known.because] = (found.explained[known.because] ?? 0) + 1;
      else found.differences.push({ question, theirs: their, ours: our });
    }
  } finally {
    await theirs.stop();
    await own.stop();
  }
  return found;
}

/**
 * comparePeers sends Prism and Mockoon, and our mock with their documents, the same generated requests, and lists the
 * differences.
 */
export async function comparePeers(count: number, seed: number): Promise<PeerComparison[]> {
  await loadXPath();
  return [
    await compared('Prism', 'prism', () => generatedApi(Math.ceil(count / 8), seed)),
    await compared('Mockoon rules', 'mockoon', (port) => generatedRules(count, seed, port)),
    await compared('Mockoon CRUD', 'mockoon', (port) => generatedCrud(count, seed, port)),
  ];
}
