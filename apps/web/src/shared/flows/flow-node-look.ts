import type { FlowNode } from '@touchstone/engine-flow/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

/** The colours of blocks; each is a token of the style sheet, `--block-NAME`. */
export type BlockColour = 'control' | 'api' | 'load' | 'data' | 'message';

/** FlowNodeSettings is what a form for the settings of a node is given. */
export interface FlowNodeSettings {
  node: FlowNode;
  projectId: string;
  isReadOnly: boolean;
  /** Puts values into the settings; undefined removes one. */
  onChange: (settings: Record<string, FlowNode['settings'][string] | undefined>) => void;
}

/** FlowNodeLook is what a feature says of a kind of nodes: how its blocks look and how they are set. */
export interface FlowNodeLook {
  kind: string;
  icon: LucideIcon;
  colour: BlockColour;
  /** The settings of a new node. */
  settings?: FlowNode['settings'];
  /** The form for its settings; absent where a kind has none. */
  Settings?: ComponentType<FlowNodeSettings>;
  /** The API context path that the block shows. */
  pathOf?: (node: FlowNode) => string | undefined;
  /** Where what it refers to is edited. */
  originOf?: (node: FlowNode, projectId: string) => string | undefined;
}

let loaders: readonly (() => Promise<readonly FlowNodeLook[]>)[] = [];

/** setFlowNodeLooks says where the looks of the features come from. */
export const setFlowNodeLooks = (given: typeof loaders): void => {
  loaders = given;
};

/** loadFlowNodeLooks loads the looks of all features. */
export const loadFlowNodeLooks = async (): Promise<FlowNodeLook[]> =>
  (await Promise.all(loaders.map((load) => load()))).flat();
