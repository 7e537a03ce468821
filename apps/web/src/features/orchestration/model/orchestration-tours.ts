import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

const projectTable = 'main table[aria-label="Projects"]';

export const projectTours: readonly Tour[] = [
  tourOf({
    id: 'orchestration-projects',
    name: 'Orchestration projects',
    needs: `${projectTable} tbody a`,
    steps: [
      {
        id: 'list',
        title: 'Projects',
        text: 'A project keeps workflows in folders, nested to any depth. Open one to see what is in it.',
        attachTo: { element: projectTable, side: 'bottom' },
      },
      {
        id: 'new',
        title: 'A new project',
        text: 'Give each project its own name and a short key. In a project, Create Workflow opens the canvas.',
        attachTo: { element: 'main [data-tour="page-actions"]:not(:empty)', side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
  tourOf({
    id: 'orchestration-projects-without-data',
    name: 'Orchestration projects',
    needs: 'main [data-tour="empty"]',
    steps: [
      {
        id: 'first',
        title: 'No project yet',
        text: 'Create a project to keep workflows that run scripts of several services in order.',
        attachTo: { element: 'main [data-tour="empty"]', side: 'top' },
      },
    ],
  }),
];

export const newWorkflowTours: readonly Tour[] = [
  tourOf({
    id: 'orchestration-new-workflow',
    name: 'A new workflow',
    needs: 'main [data-tour="new-workflow"]',
    steps: [
      {
        id: 'place',
        title: 'Name and folder',
        text: 'Name the workflow and choose its folder. Create Workflow opens the canvas.',
        attachTo: { element: 'main [data-tour="new-workflow"]', side: 'right' },
      },
    ],
  }),
  tourOf({
    id: 'orchestration-new-workflow-without-project',
    name: 'A new workflow',
    needs: 'main [data-tour="empty"]',
    steps: [
      {
        id: 'first',
        title: 'A project first',
        text: 'Workflows belong to a project. Create one, then come back.',
        attachTo: { element: 'main [data-tour="empty"]', side: 'top' },
      },
    ],
  }),
];

export const canvasTours: readonly Tour[] = [
  tourOf({
    id: 'orchestration-canvas',
    name: 'Workflow canvas',
    needs: 'main [data-tour="canvas-tools"]',
    steps: [
      {
        id: 'links',
        title: 'Execution order',
        text: 'Runs begin with the blocks behind Start. Drag from one block to the next to link them; link outputs to inputs to hand values on.',
        attachTo: { element: 'main section[aria-label="Canvas"]', side: 'left' },
      },
      {
        id: 'actions',
        title: 'Workflow actions',
        text: 'Rename, move, clone or delete the workflow, or see who made it.',
        attachTo: { element: 'main [data-tour="workflow-actions"]', side: 'bottom' },
        isOptional: true,
      },
      {
        id: 'scripts',
        title: 'Scripts of every service',
        text: 'Choose a service, search, then drag a script onto the canvas. Blocks have the colour of their service.',
        attachTo: { element: 'main [data-tour="blocks"]', side: 'right' },
        isOptional: true,
      },
      {
        id: 'tools',
        title: 'Canvas tools',
        text: 'Undo, redo, lay out all blocks, zoom, and full screen. Every tool has a key.',
        attachTo: { element: 'main [data-tour="canvas-tools"]', side: 'bottom' },
      },
      {
        id: 'details',
        title: 'Block details',
        text: 'Select a block to set its inputs, environment and database, to open its script, or to copy or delete it.',
        attachTo: { element: 'main aside[aria-label="Workflow details"]', side: 'left' },
      },
      {
        id: 'run',
        title: 'Save and run',
        text: 'Run saves your changes first. Watch each block on the canvas, then open the report.',
        attachTo: { element: 'main [data-tour="page-actions"]', side: 'bottom' },
      },
    ],
  }),
];

export const reportTours: readonly Tour[] = [
  tourOf({
    id: 'orchestration-reports',
    name: 'Orchestration reports',
    needs: 'main [aria-label="Executions"]',
    steps: [
      {
        id: 'counts',
        title: 'Summary counts',
        text: 'How many executions passed, failed, ended in an error or still run.',
        attachTo: { element: 'main [data-tour="stats"]', side: 'bottom' },
      },
      {
        id: 'list',
        title: 'All executions',
        text: 'Filter by project, status or name. Choose an execution to see its details.',
        attachTo: { element: 'main [aria-label="Executions"]', side: 'right' },
      },
      {
        id: 'status',
        title: 'Status and time',
        text: 'The status and the execution time go on while the workflow runs, beside its run configuration.',
        attachTo: { element: 'main article[aria-label="Execution"] header', side: 'bottom' },
        isOptional: true,
      },
      {
        id: 'scripts',
        title: 'Executed scripts',
        text: 'Choose a script to see its steps on the right.',
        attachTo: { element: 'main section[aria-label="Executed scripts"]', side: 'top' },
        isOptional: true,
      },
    ],
  }),
  tourOf({
    id: 'orchestration-reports-without-data',
    name: 'Orchestration reports',
    needs: 'main [data-tour="empty"]',
    steps: [
      {
        id: 'first',
        title: 'No executions yet',
        text: 'Run a workflow. Its executions appear here with status, time, scripts and steps.',
        attachTo: { element: 'main [data-tour="empty"]', side: 'top' },
      },
    ],
  }),
];
