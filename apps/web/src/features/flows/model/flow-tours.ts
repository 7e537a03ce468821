import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

const table = 'main table[aria-label="Workflows"]';

export const listTours: readonly Tour[] = [
  tourOf({
    id: 'api-workflows',
    name: 'API workflows',
    needs: `${table} tbody a`,
    steps: [
      {
        id: 'list',
        title: 'All workflows',
        text: 'A workflow runs scripts in order and hands values from one to the next. Open one to see its canvas.',
        attachTo: { element: table, side: 'bottom' },
      },
      {
        id: 'new',
        title: 'A new workflow',
        text: 'Create a workflow, then drag scripts onto its canvas.',
        attachTo: { element: 'main [data-tour="page-actions"]:not(:empty)', side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
  tourOf({
    id: 'api-workflows-without-data',
    name: 'API workflows',
    needs: 'main [data-tour="empty"]',
    steps: [
      {
        id: 'first',
        title: 'No workflow yet',
        text: 'A workflow runs scripts in order and hands values from one to the next.',
        attachTo: { element: 'main [data-tour="empty"]', side: 'top' },
      },
    ],
  }),
];

export const canvasTours: readonly Tour[] = [
  tourOf({
    id: 'api-workflow-canvas',
    name: 'Workflow canvas',
    needs: 'main [data-tour="canvas-tools"]',
    steps: [
      {
        id: 'tools',
        title: 'Canvas tools',
        text: 'Undo, redo, lay out all blocks, zoom, and full screen. Every tool has a key.',
        attachTo: { element: 'main [data-tour="canvas-tools"]', side: 'bottom' },
      },
      {
        id: 'blocks',
        title: 'Blocks and scripts',
        text: 'Search, then drag a block onto the canvas. A click adds it behind the selected block.',
        attachTo: { element: 'main [data-tour="blocks"]', side: 'right' },
        isOptional: true,
      },
      {
        id: 'details',
        title: 'Details and problems',
        text: 'Set inputs, conditions and retries of what you select. Problems lists what to correct before a run.',
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
