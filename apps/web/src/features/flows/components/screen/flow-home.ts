import type { ReactNode } from 'react';
import type { Library } from '../panels/block-list.tsx';

/** FlowHome is where workflows live: their workspace, and the pages around the canvas. */
export interface FlowHome {
  project: { projectId: string; projectName: string };
  canWrite: boolean;
  /** Nodes of its workflows may use items of other workspaces. */
  reachesOthers?: true;
  /** The list or folder with the workflow. */
  back: { label: string; path: string };
  /** The canvas of a workflow, optionally showing one of its runs. */
  flowPath: (flowId: string, runId?: string) => string;
  /** The report of a run. */
  reportPath: (runId: string) => string;
  /** Scripts that can be put on the canvas. */
  library: Library;
  /** Shown below the page title; default: the name of the workspace. */
  way?: ReactNode;
  /** Shown before the save and run buttons. */
  menu?: ReactNode;
}
