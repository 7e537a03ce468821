import { seededRandom } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { flow, kindsWith, links, node, script } from '../testing/build-flow.ts';
import { randomValidFlow } from '../testing/random-valid-flow.ts';
import { type Flow, type FlowInput, flowSchema } from './document.ts';
import { NodeKinds, type Reference } from './node-kind.ts';
import { validateFlow } from './validate-flow.ts';

const kinds = kindsWith({
  kind: 'mobile',
  work: 'attempt',
  unavailable: () => 'Your organization has no licence for mobile testing.',
});
const isDeleted = ({ type, id }: Reference) => id === `gone-${type}`;
const problemsOf = (document: Flow) => validateFlow(document, { kinds, isDeleted });
const short = (document: Flow) => problemsOf(document).map(({ code, node: at, link }) => [code, at ?? link ?? '']);

const a = script('a', {
  outputs: [
    { name: 'id', type: 'number' },
    { name: 'token', type: 'secret' },
  ],
});
const needing = (type: 'number' | 'string' | 'file') => script('b', { inputs: [{ name: 'in', type, required: true }] });
const joint = (port = 'id', more: object = {}) => ({
  from: { node: 'a', port },
  to: { node: 'b', port: 'in' },
  ...more,
});
const conditional = (condition: string) => [...links('start>a'), { id: 'a>b', from: 'a', to: 'b', condition }];
const two = links('start>a', 'a>b');

test.each<[name: string, document: Flow, problems: string[][]]>([
  ['nothing in a valid flow', flow([a, needing('number')], two, { joints: [joint()] }), []],
  ['a missing start', flowSchema.parse({ version: 1, nodes: [] }), [['NO_START', '']]],
  ['a second start', flow([node('again', 'start')], []), [['SEVERAL_STARTS', 'again']]],
  ['two nodes of one id', flow([a, a], links('start>a')), [['DUPLICATE_ID', 'a']]],
  ['two links of one id', flow([a], links('start>a', 'start>a')), [['DUPLICATE_ID', 'start']]],
  ['an unknown kind', flow([node('x', 'magic')], links('start>x')), [['UNKNOWN_KIND', 'x']]],
  ['a kind without licence', flow([node('x', 'mobile')], links('start>x')), [['KIND_UNAVAILABLE', 'x']]],
  ['a link to a deleted node', flow([a], links('start>a', 'a>x')), [['UNKNOWN_NODE', 'a']]],
  [
    'a link into the start',
    flow([a], links('start>a', 'a>start')),
    [
      ['LINK_INTO_START', 'start'],
      ['CYCLE', 'start'],
    ],
  ],
  ['a link from a stop', flow([a, node('end', 'stop')], links('start>end', 'end>a')), [['LINK_FROM_STOP', 'end']]],
  ['a link to a comment', flow([node('c', 'comment')], links('start>c')), [['LINK_OF_NOTE', 'c']]],
  [
    'an error path of what can not fail',
    flow([a, needing('file')], links('start>a', 'start!b')),
    [
      ['LINK_NEVER_TAKEN', 'start'],
      ['MISSING_INPUT', 'b'],
    ],
  ],
  ['a cycle', flow([a, script('b')], links('start>a', 'a>b', 'b>a')), [['CYCLE', 'a']]],
  ['a node that leads to itself', flow([a], links('start>a', 'a>a')), [['CYCLE', 'a']]],
  [
    'two cycles',
    flow(
      ['a', 'b', 'c', 'd'].map((id) => script(id)),
      links('start>a', 'a>b', 'b>a', 'start>c', 'c>d', 'd>c'),
    ),
    [
      ['CYCLE', 'a'],
      ['CYCLE', 'c'],
    ],
  ],
  ['a node that nothing leads to', flow([a, script('b')], links('start>a')), [['UNREACHABLE', 'b']]],
  [
    'a join of success and error',
    flow(
      [a, script('b', { join: { mode: 'all' } })],
      links('start>a', 'a>b', 'a!b').map((link, place) => ({ ...link, id: `${place}` })),
    ),
    [['JOIN_NEVER_HOLDS', 'b']],
  ],
  [
    'a join of branches that exclude each other, and only it',
    flow(
      [a, script('b'), script('c'), script('d', { join: { mode: 'all' } }), script('e')],
      links('start>a', 'a>b', 'a!c', 'b>d', 'c>d', 'd>e'),
    ),
    [['JOIN_NEVER_HOLDS', 'd']],
  ],
  [
    'a quorum of branches that exclude each other',
    flow(
      [a, script('b'), script('c'), script('d', { join: { mode: 'quorum', count: 3 } })],
      links('start>a', 'a>b', 'a!c', 'b>d', 'c>d', 'start>d'),
    ),
    [['JOIN_NEVER_HOLDS', 'd']],
  ],
  [
    'no fault in a quorum that leaves one of them out',
    flow(
      [a, script('b'), script('c'), script('d', { join: { mode: 'quorum', count: 2 } })],
      links('start>a', 'a>b', 'a!c', 'b>d', 'c>d', 'start>d'),
    ),
    [],
  ],
  [
    'no fault in branches that meet again',
    flow([a, script('b'), script('c')], links('start>a', 'a>b', 'a!c', 'b>c')),
    [],
  ],
  [
    'a quorum of more links than there are',
    flow([script('a', { join: { mode: 'quorum', count: 2 } })], links('start>a')),
    [['JOIN_NEVER_HOLDS', 'a']],
  ],
  [
    'a joint from a port that is gone',
    flow([a, needing('number')], two, { joints: [joint('old')] }),
    [['UNKNOWN_PORT', 'b']],
  ],
  [
    'two joints of one input',
    flow([a, needing('number')], two, { joints: [joint(), joint()] }),
    [['INPUT_JOINED_TWICE', 'b']],
  ],
  ['a missing input', flow([a, needing('number')], two), [['MISSING_INPUT', 'b']]],
  ['another type', flow([a, needing('string')], two, { joints: [joint()] }), [['TYPE_MISMATCH', 'b']]],
  ['no fault in a conversion', flow([a, needing('string')], two, { joints: [joint('id', { coerce: true })] }), []],
  [
    'a type that nothing converts to',
    flow([a, needing('file')], two, { joints: [joint('id', { coerce: true })] }),
    [['IMPOSSIBLE_CONVERSION', 'b']],
  ],
  [
    'a secret that would be shown',
    flow([a, needing('string')], two, { joints: [joint('token', { coerce: true })] }),
    [['IMPOSSIBLE_CONVERSION', 'b']],
  ],
  [
    'a constant of another type',
    flow([script('a', { inputs: [{ name: 'in', type: 'table', value: [1] }] })], links('start>a')),
    [['CONSTANT_TYPE', 'a']],
  ],
  [
    'a value of a later node',
    flow([a, needing('number')], links('start>a', 'start>b'), { joints: [joint()] }),
    [['SOURCE_NOT_BEFORE', 'b']],
  ],
  ['an invalid condition', flow([a, script('b')], conditional('{{a.id}} ==')), [['INVALID_CONDITION', 'a']]],
  [
    'a condition on a deleted variable',
    flow([a, script('b')], conditional('{{gone-variable}} == 1')),
    [['DELETED_VARIABLE', 'a']],
  ],
  [
    'a condition on a port that is gone',
    flow([a, script('b')], conditional('{{a.old}} == 1')),
    [['UNKNOWN_PORT', 'a']],
  ],
  ['a condition on a secret', flow([a, script('b')], conditional('{{a.token}} == 1')), [['TYPE_MISMATCH', 'a']]],
  [
    'a condition on a later node',
    flow([script('b', { outputs: [{ name: 'id', type: 'number' }] }), script('a')], conditional('{{b.id}} == 1')),
    [['SOURCE_NOT_BEFORE', 'a']],
  ],
  ['a node without a script', flow([node('a', 'script')], links('start>a')), [['MISSING_SCRIPT', 'a']]],
  [
    'a deleted script',
    flow([node('a', 'script', { settings: { scriptId: 'gone-script' } })], links('start>a')),
    [['DELETED_SCRIPT', 'a']],
  ],
  [
    'a deleted workflow',
    flow([node('a', 'sub-workflow', { settings: { workflowId: 'gone-workflow' } })], links('start>a')),
    [['DELETED_WORKFLOW', 'a']],
  ],
  [
    'a deleted environment',
    flow([{ ...a, environmentId: 'gone-environment' }], links('start>a')),
    [['DELETED_ENVIRONMENT', 'a']],
  ],
  ['a deleted database', flow([{ ...a, databaseId: 'gone-database' }], links('start>a')), [['DELETED_DATABASE', 'a']]],
  [
    'a deleted variable in a constant',
    flow([script('a', { inputs: [{ name: 'in', type: 'string', value: 'x {{ gone-variable }}' }] })], links('start>a')),
    [['DELETED_VARIABLE', 'a']],
  ],
  [
    'an e-mail without a recipient',
    flow([node('a', 'send-email', { settings: { to: [' '] } })], links('start>a')),
    [['EMAIL_WITHOUT_RECIPIENT', 'a']],
  ],
  ['a wait without a duration', flow([node('a', 'wait')], links('start>a')), [['WAIT_DURATION', 'a']]],
  [
    'a loop without rows',
    flow([node('a', 'for-each', { settings: { workflowId: 'w', parallel: 0 } })], links('start>a')),
    [
      ['ITEMS_PARALLEL', 'a'],
      ['ITEMS_WITHOUT_TABLE', 'a'],
    ],
  ],
  [
    'an approval without an approver',
    flow([node('a', 'approval')], links('start>a')),
    [['APPROVAL_WITHOUT_APPROVER', 'a']],
  ],
])('finds %s', (_name, document, problems) => {
  expect(short(document)).toEqual(problems);
});

test('a webhook has no settings that could be wrong', () => {
  const hook = node('a', 'webhook-wait', { settings: { condition: 'x ==' } });
  expect(short(flow([hook], links('start>a')))).toEqual([]);
});

const seeds = Array.from({ length: 60 }, (_, seed) => seed);

test.each(seeds)('finds nothing in the valid flow %i', (seed) => {
  expect(problemsOf(randomValidFlow(seededRandom(seed)))).toEqual([]);
});

type Spoil = (document: Flow, random: () => number) => { document: FlowInput; at: string };
/** The first three nodes of a random flow are scripts; `n0` follows the start. */
const changed = (document: Flow, at: string, change: (found: Flow['nodes'][number]) => FlowInput['nodes'][number]) => ({
  document: { ...document, nodes: document.nodes.map((one) => (one.id === at ? change(one) : one)) },
  at,
});
const added = (document: Flow, nodes: FlowInput['nodes'], more: FlowInput['links'], at: string) => ({
  document: { ...document, nodes: [...document.nodes, ...nodes], links: [...document.links, ...(more ?? [])] },
  at,
});
const oneOf = (random: () => number, ...ids: string[]): string => ids[Math.floor(random() * ids.length)]!;

const faults: [code: string, spoil: Spoil][] = [
  ['CYCLE', (document) => added(document, [script('x'), script('y')], links('n0>x', 'x>y', 'y>x'), 'x')],
  [
    'MISSING_INPUT',
    (document, random) =>
      changed(document, oneOf(random, 'n0', 'n1', 'n2'), (one) => ({
        ...one,
        inputs: [...one.inputs, { name: 'x', type: 'date', required: true }],
      })),
  ],
  [
    'TYPE_MISMATCH',
    (document, random) => {
      const found = changed(document, oneOf(random, 'n1', 'n2'), (one) => ({
        ...one,
        inputs: [...one.inputs, { name: 'x', type: 'number' }],
      }));
      const source = document.links.find(({ to }) => to === found.at)!.from;
      // A start has no outputs, so it gets one.
      const nodes = found.document.nodes.map((one) =>
        one.id === source
          ? { ...one, outputs: [...(one.outputs ?? []), { name: 'made', type: 'string' as const }] }
          : one,
      );
      const joints = [...document.joints, { from: { node: source, port: 'made' }, to: { node: found.at, port: 'x' } }];
      return { ...found, document: { ...found.document, nodes, joints } };
    },
  ],
  [
    'DELETED_SCRIPT',
    (document, random) =>
      changed(document, oneOf(random, 'n0', 'n1', 'n2'), (one) => ({ ...one, settings: { scriptId: 'gone-script' } })),
  ],
  [
    'DELETED_VARIABLE',
    (document, random) => {
      const link = document.links[Math.floor(random() * document.links.length)]!;
      const linked = document.links.map((one) =>
        one === link ? { ...one, condition: '{{gone-variable}} Exists' } : one,
      );
      return { document: { ...document, links: linked }, at: link.from };
    },
  ],
  ['UNREACHABLE', (document) => added(document, [script('x')], [], 'x')],
  [
    'JOIN_NEVER_HOLDS',
    (document, random) => {
      const from = oneOf(random, 'n0', 'n1', 'n2');
      return added(
        document,
        [script('x'), script('y'), script('z', { join: { mode: 'all' } })],
        links(`${from}>x`, `${from}!y`, 'x>z', 'y>z'),
        'z',
      );
    },
  ],
  [
    'EMAIL_WITHOUT_RECIPIENT',
    (document, random) =>
      added(
        document,
        [node('x', 'send-email', { settings: { to: [] } })],
        links(`${oneOf(random, 'n0', 'n1', 'n2')}>x`),
        'x',
      ),
  ],
  [
    'KIND_UNAVAILABLE',
    (document, random) => added(document, [node('x', 'mobile')], links(`${oneOf(random, 'n0', 'n1', 'n2')}>x`), 'x'),
  ],
  [
    'INVALID_CONDITION',
    (document) =>
      added(document, [script('x')], [{ id: 'x', from: 'n0', to: 'x', condition: '({{stage}} == 1' }], 'n0'),
  ],
  [
    'UNKNOWN_PORT',
    (document) => ({
      document: {
        ...document,
        joints: [...document.joints, { from: { node: 'n0', port: 'number' }, to: { node: 'n1', port: 'deleted' } }],
      },
      at: 'n1',
    }),
  ],
  ['UNKNOWN_NODE', (document) => added(document, [], links('n2>deleted'), 'n2')],
];

test.each(seeds.map((seed) => [seed, ...faults[seed % faults.length]!] as const))(
  'finds in flow %i the seeded fault %s, and nothing else',
  (seed, code, spoil) => {
    const random = seededRandom(1000 + seed);
    const { document, at } = spoil(randomValidFlow(random), random);
    expect(short(flowSchema.parse(document))).toEqual([[code, at]]);
  },
);

test('two kinds of the same name are refused', () => {
  expect(() => new NodeKinds([{ kind: 'x', work: 'pass' }]).register({ kind: 'x', work: 'pass' })).toThrow(
    'Two kinds of nodes are named "x".',
  );
});
