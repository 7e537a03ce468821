import { headingOf, type Place, type PlaceIds } from '../../../shared/testing/place.ts';

const ofProject = (path: string) => (ids: PlaceIds) => `${path}?project=${ids.webProjectId}`;

const screens: readonly [name: string, path: string | ((ids: PlaceIds) => string), heading: string][] = [
  ['web testing', '/web-testing', 'Projects'],
  ['web projects', '/web-testing/projects', 'Projects'],
  ['overview of a web project', ofProject('/web-testing/project-dashboard'), 'Web shop'],
  ['web modules', ofProject('/web-testing/modules'), 'Modules'],
  ['scripts of a web module', (ids) => `/web-testing/module-scripts?module=${ids.webModuleId}`, 'Checkout'],
  [
    'steps of a web script',
    (ids) => `/web-testing/script-steps?script=${ids.webScriptId}&run=${ids.webRunId}`,
    'Buy a lamp',
  ],
  ['report of a web run', (ids) => `/web-testing/web-final-result?run=${ids.webRunId}`, 'Buy a lamp'],
  ['execution preview', (ids) => `/execution-preview?run=${ids.webRunId}`, 'Buy a lamp'],
  ['web suites', ofProject('/web-testing/web-test'), 'Test'],
  ['web sprints', ofProject('/web-testing/sprints'), 'Sprints'],
  ['scheduled web suites', ofProject('/web-testing/schedules'), 'Scheduled Tests'],
  ['web functions', ofProject('/web-testing/functions'), 'Functions'],
  ['web data tables', ofProject('/web-testing/data-tables'), 'Data tables'],
  ['web files', ofProject('/web-testing/files'), 'Files'],
  ['web baselines', ofProject('/web-testing/baselines'), 'Baselines'],
  ['web databases', ofProject('/web-testing/databases'), 'Databases'],
  ['saved web sessions', ofProject('/web-testing/saved-sessions'), 'Saved sessions'],
  ['object spy', ofProject('/web-testing/object-spy'), 'Object spy'],
  ['browser farm', '/web-testing/browser-farm', 'Browser farm'],
  ['web run configurations', ofProject('/web-testing/run-configurations'), 'Run configurations'],
  ['web management tools', ofProject('/web-testing/management-tools'), 'Management tools'],
  ['web environments', ofProject('/web-testing/environments'), 'Environments'],
  ['web global variables', ofProject('/web-testing/global-variables'), 'Global Variables'],
];

export const places: readonly Place[] = screens.map(([name, path, heading]) => ({
  name,
  visitor: 'tester',
  openTo: 'everybody',
  path: typeof path === 'string' ? () => path : path,
  ready: (page) => headingOf(page, heading),
}));
