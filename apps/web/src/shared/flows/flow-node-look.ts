import type { FlowNode } from '@touchstone/engine-flow/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

/** Block colours; each is a token of the style sheet, `--block-NAME`. */
export type BlockColour = 'control' | 'api' | 'web' | 'load' | 'data' | 'message';

/** FlowNodeSettings are props of the settings form of a node. */
export interface FlowNodeSettings {
  node: FlowNode;
  projectId: string;
  /** Whether nodes may use items of other workspaces; default: only the workflow's own. */
  reachesOthers?: boolean | undefined;
  isReadOnly: boolean;
  /** Updates settings; undefined removes one. */
  onChange: (settings: Record<string, FlowNode['settings'][string] | undefined>) => void;
  /** Selects the node's database. */
  onDatabase: (databaseId: string | undefined) => void;
}

/** FlowNodeAnswer are props of the form in which a person decides about a waiting node. */
export interface FlowNodeAnswer {
  node: FlowNode;
  runId: string;
  /** Details supplied by the node's kind. */
  detail: unknown;
}

/** FlowPlace is where a workflow lives: its workspace, and the paths of the workflows in it. */
export interface FlowPlace {
  projectId: string;
  /** Whether its nodes may use items of other workspaces; default: only its own. */
  reachesOthers?: boolean | undefined;
  flowPath: (flowId: string) => string;
}

/** FlowNodeLook is a feature's declaration of a kind of node: how its blocks look and are configured. */
export interface FlowNodeLook {
  kind: string;
  icon: LucideIcon;
  colour: BlockColour;
  /** The settings of a new node. */
  settings?: FlowNode['settings'];
  /** Its label below each suite in the library; absent: not offered there. */
  suiteLabel?: string;
  /** Outputs are defined by the user. */
  hasOwnOutputs?: true;
  /** The settings form; absent if the kind has none. */
  Settings?: ComponentType<FlowNodeSettings>;
  /** The form for a person's decision while the node waits in a run; absent if none is needed. */
  Answer?: ComponentType<FlowNodeAnswer>;
  /** Requests and responses of the run that executed the node; absent: shows the steps of that run. */
  Part?: ComponentType<{ runId: string }>;
  /** The API context path that the block shows. */
  pathOf?: (node: FlowNode) => string | undefined;
  /** Path to edit the item that the node refers to. */
  originOf?: (node: FlowNode, place: FlowPlace) => string | undefined;
}

let loaders: readonly (() => Promise<readonly FlowNodeLook[]>)[] = [];

/** setFlowNodeLooks sets the loaders of the features' looks. */
export const setFlowNodeLooks = (given: typeof loaders): void => {
  loaders = given;
};

/** loadFlowNodeLooks loads the looks of all features. */
export const loadFlowNodeLooks = async (): Promise<FlowNodeLook[]> =>
  (await Promise.all(loaders.map((load) => load()))).flat();
