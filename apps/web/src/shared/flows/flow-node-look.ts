import type { FlowNode } from '@touchstone/engine-flow/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

/** The colours of blocks; each is a token of the style sheet, `--block-NAME`. */
export type BlockColour = 'control' | 'api' | 'web' | 'load' | 'data' | 'message';

/** FlowNodeSettings is what a form for the settings of a node is given. */
export interface FlowNodeSettings {
  node: FlowNode;
  projectId: string;
  /** Nodes may use what lies in other workspaces; absent: in that of the workflow alone. */
  reachesOthers?: boolean | undefined;
  isReadOnly: boolean;
  /** Puts values into the settings; undefined removes one. */
  onChange: (settings: Record<string, FlowNode['settings'][string] | undefined>) => void;
  /** Chooses the database of the node. */
  onDatabase: (databaseId: string | undefined) => void;
}

/** FlowNodeAnswer is what a person is given who decides about a node that waits. */
export interface FlowNodeAnswer {
  node: FlowNode;
  runId: string;
  /** What its kind tells of it. */
  detail: unknown;
}

/** FlowPlace is where a workflow lives: its workspace, and the addresses of the workflows in it. */
export interface FlowPlace {
  projectId: string;
  /** Its nodes may use what lies in other workspaces; absent: in its own alone. */
  reachesOthers?: boolean | undefined;
  flowPath: (flowId: string) => string;
}

/** FlowNodeLook is what a feature says of a kind of nodes: how its blocks look and how they are set. */
export interface FlowNodeLook {
  kind: string;
  icon: LucideIcon;
  colour: BlockColour;
  /** The settings of a new node. */
  settings?: FlowNode['settings'];
  /** Its label below each suite of the library; absent: it isn't offered there. */
  suiteLabel?: string;
  /** Outputs are added by hand. */
  hasOwnOutputs?: true;
  /** The form for its settings; absent where a kind has none. */
  Settings?: ComponentType<FlowNodeSettings>;
  /** Where a person decides, while the node waits in a run; absent where none is asked. */
  Answer?: ComponentType<FlowNodeAnswer>;
  /** What the run that executed a node sent and got; absent: the steps of that run are shown. */
  Part?: ComponentType<{ runId: string }>;
  /** The API context path that the block shows. */
  pathOf?: (node: FlowNode) => string | undefined;
  /** Where what it refers to is edited. */
  originOf?: (node: FlowNode, place: FlowPlace) => string | undefined;
}

let loaders: readonly (() => Promise<readonly FlowNodeLook[]>)[] = [];

/** setFlowNodeLooks says where the looks of the features come from. */
export const setFlowNodeLooks = (given: typeof loaders): void => {
  loaders = given;
};

/** loadFlowNodeLooks loads the looks of all features. */
export const loadFlowNodeLooks = async (): Promise<FlowNodeLook[]> =>
  (await Promise.all(loaders.map((load) => load()))).flat();
