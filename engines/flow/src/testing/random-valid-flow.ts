import type { Flow, FlowInput, ValueType } from '../core/document.ts';
import { flow, node } from './build-flow.ts';

type NodeInput = FlowInput['nodes'][number];
type LinkInput = NonNullable<FlowInput['links']>[number];
type JointInput = NonNullable<FlowInput['joints']>[number];

interface Made {
  node: NodeInput;
  /** The nodes that run before it. */
  before: Set<string>;
  /** Whether it runs only after nodes that succeeded. */
  isPlain: boolean;
}

const scalarTypes = ['string', 'number', 'boolean', 'date', 'json'] as const satisfies ValueType[];
const settingsOf: Record<string, NodeInput['settings']> = {
  script: { scriptId: 'script' },
  'sub-workflow': { workflowId: 'workflow' },
  'for-each': { workflowId: 'workflow', parallel: 3 },
  wait: { durationMs: 1000 },
  'send-email': { to: ['ada@shop.test'] },
  approval: { to: ['ada@shop.test'] },
};
const kindNames = [
  'script',
  'script',
  'script',
  'data-hub',
  'wait',
  'send-email',
  'sub-workflow',
  'for-each',
  'approval',
  'webhook-wait',
  'decision',
  'stop',
];
const canFail = new Set(['script', 'sub-workflow', 'for-each', 'approval', 'send-email', 'webhook-wait']);

/** randomValidFlow returns a flow without a design fault, with all kinds of nodes, joins, links and joints. */
export function randomValidFlow(random: () => number): Flow {
  return new Maker(random).make();
}

class Maker {
  private readonly made: Made[] = [];
  private readonly links: LinkInput[] = [];
  private readonly joints: JointInput[] = [];
  private readonly random: () => number;

  constructor(random: () => number) {
    this.random = random;
  }

  make(): Flow {
    this.made.push({ node: node('start', 'start'), before: new Set(), isPlain: true });
    const count = 6 + Math.floor(this.random() * 20);
    for (let place = 0; place < count; place += 1)
      this.addNode(place < 3 ? 'script' : this.pick(kindNames), `n${place}`);
    const nodes = this.made.slice(1).map((made) => made.node);
    return flow([...nodes, node('remark', 'comment')], this.links, { joints: this.joints });
  }

  private pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.random() * from.length)]!;
  }

  private addNode(kind: string, id: string): void {
    const sources = new Set([this.source(), ...(this.random() < 0.4 ? [this.source(), this.source()] : [])]);
    const before = new Set<string>();
    let isPlain = true;
    for (const source of sources) {
      const on = canFail.has(source.node.kind) && this.random() < 0.25 ? 'error' : 'success';
      isPlain &&= on === 'success' && source.isPlain;
      for (const earlier of [source.node.id, ...source.before]) before.add(earlier);
      this.links.push({ id: `${source.node.id}-${id}`, from: source.node.id, to: id, on, ...this.condition(source) });
    }
    const made: NodeInput = node(id, kind, {
      settings: settingsOf[kind] ?? {},
      join: this.join(sources.size, isPlain),
      outputs: scalarTypes.map((type) => ({ name: type, type })),
      inputs: [],
    });
    this.addInputs(made, [...before]);
    this.made.push({ node: made, before, isPlain });
  }

  private source(): Made {
    return this.pick(this.made.filter((made) => made.node.kind !== 'stop'));
  }

  private join(links: number, isPlain: boolean): NodeInput['join'] {
    const mode = this.pick(isPlain ? (['merge', 'any', 'all', 'quorum'] as const) : (['merge', 'any'] as const));
    return mode === 'quorum' ? { mode, count: 1 + Math.floor(this.random() * links) } : { mode };
  }

  private condition({ node: { id, outputs } }: Made): { condition?: string } {
    if (this.random() < 0.6 || outputs === undefined || outputs.length === 0) return {};
    return { condition: `{{${id}.number}} > ${Math.floor(this.random() * 9)} OR {{stage}} == "test"` };
  }

  private addInputs(made: NodeInput, before: string[]): void {
    const inputs = made.inputs!;
    if (made.kind === 'for-each') inputs.push({ name: 'rows', type: 'table', required: true, value: [{ id: 1 }] });
    inputs.push({ name: 'constant', type: 'number', required: true, value: 7 }, { name: 'free', type: 'file' });
    const source = this.made.find(({ node: { id } }) => id === this.pick(before));
    if (source === undefined || source.node.kind === 'start') return;
    const type = this.pick(scalarTypes);
    const coerce = this.random() < 0.3;
    inputs.push({ name: 'joined', type: coerce ? 'string' : type, required: true });
    this.joints.push({ from: { node: source.node.id, port: type }, to: { node: made.id, port: 'joined' }, coerce });
  }
}
