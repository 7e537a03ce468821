import type { FlowDocument, NodePlace } from '@touchstone/contracts/flows';
import { type Flow, flowSchema } from '@touchstone/engine-flow/core';

/** A stored workflow: the engine's document, and its nodes' positions. */
export interface StoredDocument {
  flow: Flow;
  layout: Record<string, NodePlace>;
}

/** readDocument parses a submitted document; drops positions of deleted nodes. */
export function readDocument({ flow, layout }: FlowDocument): { document: StoredDocument } | { faults: Fault[] } {
  const read = flowSchema.safeParse(flow);
  if (!read.success)
    return {
      faults: read.error.issues
        .slice(0, 100)
        .map(({ path, message }) => ({ path: ['document', 'flow', ...path].join('.'), message })),
    };
  const ids = new Set(read.data.nodes.map(({ id }) => id));
  const places = Object.entries(layout).filter(([id]) => ids.has(id));
  return { document: { flow: read.data, layout: Object.fromEntries(places) } };
}

interface Fault {
  path: string;
  message: string;
}

/** toContract returns a stored document in its API form. */
export const toContract = ({ flow, layout }: StoredDocument): FlowDocument => ({ flow: { ...flow }, layout });

/** emptyDocument returns a document with only a start. */
export const emptyDocument = (): StoredDocument => ({
  flow: flowSchema.parse({ version: 1, nodes: [{ id: 'start', kind: 'start', name: 'Start' }] }),
  layout: { start: { x: 0, y: 0 } },
});

const scriptKinds: ReadonlySet<string> = new Set(['api-script', 'api-suite', 'web-script', 'web-suite']);
/** runsScripts returns whether nodes of a kind run a script or a suite. */
export const runsScripts = (kind: string): boolean => scriptKinds.has(kind);

const stepX = 320;

/** chainOf returns a workflow that runs scripts one after another. */
export function chainOf(scripts: readonly { scriptId: string; name: string }[]): StoredDocument {
  const nodes = scripts.map(({ scriptId, name }, index) => ({
    id: `script-${index + 1}`,
    kind: 'api-script',
    name,
    settings: { scriptId },
  }));
  const ids = ['start', ...nodes.map(({ id }) => id)];
  const links = nodes.map(({ id }, index) => ({ id: `link-${index + 1}`, from: ids[index] ?? 'start', to: id }));
  const flow = flowSchema.parse({
    version: 1,
    nodes: [{ id: 'start', kind: 'start', name: 'Start' }, ...nodes],
    links,
  });
  const layout = Object.fromEntries(ids.map((id, index) => [id, { x: index * stepX, y: 0 }]));
  return { flow, layout };
}
