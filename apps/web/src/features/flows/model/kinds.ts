import { type FlowNode, type NodeKind, NodeKinds, type NodeWork } from '@touchstone/engine-flow/core';
import { Box, type LucideIcon } from 'lucide-react';
import type { BlockColour, FlowNodeLook } from '../../../shared/flows/flow-node-look.ts';

/** OfferedKind is a node kind as the server offers it. */
export interface OfferedKind {
  kind: string;
  title: string;
  description: string;
  group: 'control' | 'script' | 'data' | 'environment' | 'message';
  service: string;
  work: NodeWork;
  unavailable: string | null;
  ports: Pick<FlowNode, 'inputs' | 'outputs'>;
  hasOwnPorts: boolean;
}

/** BlockKind is a kind with its look. */
export interface BlockKind extends OfferedKind {
  icon: LucideIcon;
  colour: BlockColour;
  look: FlowNodeLook | undefined;
}

const colours: Record<OfferedKind['group'], BlockColour> = {
  control: 'control',
  script: 'api',
  data: 'data',
  environment: 'data',
  message: 'message',
};

/** BlockKinds are all kinds that this installation offers, and a fallback for others. */
export class BlockKinds {
  readonly all: readonly BlockKind[];
  /** The same kinds for the engine, with its checks of settings. */
  readonly engine: NodeKinds;
  private readonly byName: ReadonlyMap<string, BlockKind>;

  constructor(offered: readonly OfferedKind[], looks: readonly FlowNodeLook[], checks: readonly NodeKind[]) {
    this.all = offered.map((kind) => {
      const look = looks.find((other) => other.kind === kind.kind);
      return { ...kind, icon: look?.icon ?? Box, colour: look?.colour ?? colours[kind.group], look };
    });
    this.byName = new Map(this.all.map((kind) => [kind.kind, kind]));
    this.engine = new NodeKinds(
      offered.map(({ kind, work, unavailable }) => ({
        ...checks.find((check) => check.kind === kind),
        kind,
        work,
        unavailable: () => unavailable ?? undefined,
      })),
    );
  }

  find(kind: string): BlockKind | undefined {
    return this.byName.get(kind);
  }

  /** The display name of a node's kind. */
  titleOf(node: FlowNode): string {
    return this.find(node.kind)?.title ?? node.kind;
  }

  readonly workOf = (node: FlowNode): NodeWork | undefined => this.find(node.kind)?.work;

  pathOf(node: FlowNode): string | undefined {
    return this.find(node.kind)?.look?.pathOf?.(node);
  }
}
