import type { ReactNode } from 'react';
import type { Library } from '../panels/block-list.tsx';

/** FlowHome says where workflows live: whose they are, and which pages surround the canvas. */
export interface FlowHome {
  project: { projectId: string; projectName: string };
  canWrite: boolean;
  /** Nodes of its workflows may use what lies in other workspaces. */
  reachesOthers?: true;
  /** The list or the folder that the workflow lies in. */
  back: { label: string; path: string };
  /** The canvas of a workflow; with a run, that run is shown on it. */
  flowPath: (flowId: string, runId?: string) => string;
  /** The report of a run. */
  reportPath: (runId: string) => string;
  /** Scripts that can be put on the canvas. */
  library: Library;
  /** Stands below the title of the page; the name of the workspace unless told. */
  way?: ReactNode;
  /** Stands before the buttons to save and run. */
  menu?: ReactNode;
}
