import type { FlowDocument } from '@touchstone/contracts/flows';
import type { AutomapLink } from '@touchstone/engine-import';

/** A request of a workflow and the script created from it. */
export interface ChainMember {
  stepId: string;
  scriptId: string;
  name: string;
}

/** Blocks per row of the canvas. */
const perRow = 6;
const [stepX, stepY] = [320, 240];

/**
 * chainDocument builds the workflow that runs scripts one after the other; links become the values its joints pass on.
 */
export function chainDocument(members: readonly ChainMember[], links: readonly AutomapLink[]): FlowDocument {
  const nodeOf = new Map(members.map(({ stepId }, index) => [stepId, `script-${index + 1}`]));
  const names = (of: (link: AutomapLink) => string, stepId: string) => [
    ...new Set(links.filter((link) => of(link) === stepId).map(({ variable }) => variable)),
  ];
  const nodes = members.map(({ stepId, scriptId, name }) => ({
    id: nodeOf.get(stepId) ?? stepId,
    kind: 'api-script',
    name,
    settings: { scriptId },
    inputs: names(({ to }) => to.stepId, stepId).map((port) => ({ name: port, type: 'string', required: true })),
    outputs: names(({ from }) => from.stepId, stepId).map((port) => ({ name: port, type: 'string' })),
  }));
  const ids = ['start', ...nodes.map(({ id }) => id)];
  const joints = new Map(
    links.flatMap(({ from, to, variable }) => {
      const [giver, taker] = [nodeOf.get(from.stepId), nodeOf.get(to.stepId)];
      if (giver === undefined || taker === undefined) return [];
      const joint = { from: { node: giver, port: variable }, to: { node: taker, port: variable } };
      return [[`${taker} ${variable}`, joint] as const];
    }),
  );
  return {
    flow: {
      version: 1,
      nodes: [{ id: 'start', kind: 'start', name: 'Start' }, ...nodes],
      links: ids.slice(1).map((to, index) => ({ id: `link-${index + 1}`, from: ids[index], to })),
      joints: [...joints.values()],
    },
    layout: Object.fromEntries(
      ids.map((id, index) => [id, { x: (index % perRow) * stepX, y: Math.floor(index / perRow) * stepY }]),
    ),
  };
}
