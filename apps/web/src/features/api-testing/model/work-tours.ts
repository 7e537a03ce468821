import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

const projectList = 'ul[aria-label="Projects"]';
const suiteRow = 'table[aria-label="Test suites"] tbody a';
const empty = 'main [data-tour="empty"]';
const actions = 'main [data-tour="page-actions"]:not(:empty)';

export const workspaceTours: readonly Tour[] = [
  tourOf({
    id: 'api-workspace',
    name: 'Workspace',
    needs: projectList,
    steps: [
      {
        id: 'projects',
        title: 'Your projects',
        text: 'A project contains test suites, environments, certificates and reports. Choose one here; every API testing screen shows it.',
        attachTo: { element: projectList, side: 'right' },
      },
      {
        id: 'create',
        title: 'Another project',
        text: 'Creates a project. It is private, or shared with your team; you can change that later.',
        attachTo: { element: actions, side: 'bottom' },
        isOptional: true,
      },
      {
        id: 'numbers',
        title: 'Project contents',
        text: 'How many suites, scripts and environments the project has, and how its runs went in the last two weeks.',
        attachTo: { element: 'main [data-tour="stats"]', side: 'bottom' },
      },
      {
        id: 'days',
        title: 'Runs per day',
        text: 'Spot bad days at a glance. Point at a day for its numbers.',
        attachTo: { element: 'section[aria-label="Runs per day"]', side: 'top' },
      },
      {
        id: 'latest',
        title: 'The latest runs',
        text: 'Open a run to read its report: which steps failed, what was sent and what came back.',
        attachTo: { element: 'section[aria-label="Latest runs"]', side: 'top' },
      },
      {
        id: 'failed',
        title: 'Where to look first',
        text: 'The scripts that failed most often. One that keeps appearing is broken or too strict.',
        attachTo: { element: 'section[aria-label="Most failed APIs"]', side: 'top' },
      },
    ],
  }),
  tourOf({
    id: 'api-workspace-without-data',
    name: 'Workspace',
    needs: empty,
    steps: [
      {
        id: 'first',
        title: 'Begin with a project',
        text: 'Everything in API testing lives in a project. Create the first one, or ask a colleague to add you to theirs.',
        attachTo: { element: empty, side: 'bottom' },
      },
      {
        id: 'screens',
        title: 'Next steps',
        text: 'Test suites contain requests, environments contain addresses and secrets, reports show results. Open them from here.',
        attachTo: { element: 'nav[aria-label="API testing"]', side: 'right' },
      },
    ],
  }),
];

export const suiteTours: readonly Tour[] = [
  tourOf({
    id: 'api-test-suite-with-data',
    name: 'Test suites',
    needs: suiteRow,
    steps: [
      {
        id: 'list',
        title: 'Your test suites',
        text: 'A suite groups scripts that run together. The list says how its last run ended; a click on that opens the report.',
        attachTo: { element: 'table[aria-label="Test suites"]', side: 'bottom' },
      },
      {
        id: 'filter',
        title: 'Find a suite',
        text: 'Type a part of its name, or press / to get here. The address keeps the filter, so you can share it.',
        attachTo: { element: 'input[aria-label="Filter suites"]', side: 'bottom' },
      },
      {
        id: 'select',
        title: 'Several at once',
        text: 'Select suites to run, clone, export or delete them together. With the keyboard: J and K move, Space selects.',
        attachTo: { element: 'table[aria-label="Test suites"] thead input', side: 'right' },
        isOptional: true,
      },
      {
        id: 'create',
        title: 'More suites',
        text: 'Create an empty suite, or import requests from OpenAPI, Postman, WSDL, HAR and curl.',
        attachTo: { element: actions, side: 'bottom' },
        isOptional: true,
      },
      {
        id: 'run',
        title: 'Run a suite',
        text: 'Starts the suite with an environment of your choice. The report fills while it runs.',
        attachTo: { element: 'table[aria-label="Test suites"] button[aria-label^="Run "]', side: 'left' },
        isOptional: true,
      },
      {
        id: 'open',
        title: 'Open a suite',
        text: 'Its name opens the editor of its scripts. The tour goes on there.',
        attachTo: { element: suiteRow, side: 'bottom' },
        advanceOn: { selector: suiteRow, event: 'click' },
      },
      {
        id: 'delay',
        title: 'The scripts of the suite',
        text: 'They run from top to bottom. Each sends one request and checks the answer. This page has a tour of its own.',
        attachTo: { element: 'main input[aria-label="Filter scripts"]', side: 'bottom' },
      },
    ],
  }),
  tourOf({
    id: 'api-test-suite-without-data',
    name: 'Test suites',
    needs: empty,
    steps: [
      {
        id: 'first',
        title: 'No suites yet',
        text: 'A suite groups scripts that run together, such as all requests of one feature. Create one and add requests to it, or import what you have.',
        attachTo: { element: empty, side: 'bottom' },
      },
      {
        id: 'import',
        title: 'The quickest start',
        text: 'Import reads OpenAPI, Postman, Insomnia, WSDL, HAR and curl and makes suites with checks from them.',
        attachTo: { element: actions, side: 'bottom' },
        isOptional: true,
      },
      {
        id: 'environments',
        title: 'Addresses and secrets',
        text: 'Put what differs between staging and production in an environment. Scripts use it as {{name}}.',
        attachTo: { element: 'nav[aria-label="API testing"] a[href*="environments"]', side: 'right' },
      },
    ],
  }),
];

export const editorTours: readonly Tour[] = [
  tourOf({
    id: 'api-script-editor',
    name: 'Script editor',
    needs: 'main input[aria-label="Name of the script"]',
    steps: [
      {
        id: 'request',
        title: 'The request',
        text: 'Method and address. {{name}} is an environment variable, :id a path parameter.',
        attachTo: { element: 'main input[aria-label="Address"]', side: 'bottom' },
      },
      {
        id: 'environment',
        title: 'The environment',
        text: 'Its values replace the variables when you send the request here.',
        attachTo: { element: 'main [aria-label="Environment"]', side: 'bottom' },
        isOptional: true,
      },
      {
        id: 'sections',
        title: 'Request details',
        text: 'Parameters, headers, body and authentication; assertions that check the answer; values that later scripts use. Numbers say where something is set.',
        attachTo: { element: '[data-tour="request-sections"]', side: 'bottom' },
      },
      {
        id: 'send',
        title: 'Try it',
        text: 'Sends the request, saved or not. Shortcut: Ctrl Enter.',
        attachTo: { element: '[data-tour="send"]', side: 'bottom' },
        isOptional: true,
      },
      {
        id: 'response',
        title: 'The answer',
        text: 'The response appears here. Click a JSON value to assert it or save it for later scripts.',
        attachTo: { element: '[data-tour="response"]', side: 'top' },
      },
      {
        id: 'save',
        title: 'Save',
        text: 'A dot on the tab marks unsaved changes. Runs use the saved version.',
        attachTo: { element: '[data-tour="save"]', side: 'bottom' },
        isOptional: true,
      },
      {
        id: 'order',
        title: 'The order of the scripts',
        text: 'Scripts run from top to bottom, so a script can use values extracted before it. Move one with Alt and the arrow keys.',
        attachTo: { element: 'ul[aria-label="Scripts"]', side: 'right' },
      },
      {
        id: 'run',
        title: 'Run the suite',
        text: 'Runs all scripts, with the rows of a data file if you like, and opens the report.',
        attachTo: { element: '[data-tour="run-suite"]', side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
  tourOf({
    id: 'api-script-editor-without-data',
    name: 'Script editor',
    needs: empty,
    steps: [
      {
        id: 'first',
        title: 'The suite is empty',
        text: 'A script is one request with its assertions. Create the first one, or import requests into this suite from its menu.',
        attachTo: { element: empty, side: 'bottom' },
      },
      {
        id: 'new',
        title: 'A new script',
        text: 'Opens an empty request in a tab. N does the same from the keyboard.',
        attachTo: { element: 'main button[aria-label="New script"]', side: 'right' },
        isOptional: true,
      },
    ],
  }),
];

export const importTours: readonly Tour[] = [
  tourOf({
    id: 'api-import',
    name: 'Import',
    steps: [
      {
        id: 'from',
        title: 'Request source',
        text: 'A file from your machine, the address of a document that the server reads, or curl commands as a browser copies them.',
        attachTo: { element: '[aria-label="Request source"]', side: 'bottom' },
      },
      {
        id: 'next',
        title: 'Review before you import',
        text: 'Choose which requests become scripts and in which suites. Import the same document again to see what changed.',
        attachTo: { element: 'main form', side: 'right' },
      },
    ],
  }),
];

export const environmentTours: readonly Tour[] = [
  tourOf({
    id: 'api-environments',
    name: 'Environments',
    steps: [
      {
        id: 'list',
        title: 'One per stage',
        text: 'An environment contains what differs between staging, production and your machine: addresses, keys, users. Global Variables apply to all of them.',
        attachTo: { element: 'main nav[aria-label="Environments"]', side: 'right' },
      },
      {
        id: 'variables',
        title: 'Its variables',
        text: 'Write {{name}} in a script to use one. Secret values are encrypted and never shown again, not even in reports.',
        attachTo: { element: '[data-tour="variables"]', side: 'left' },
      },
      {
        id: 'create',
        title: 'Another environment',
        text: 'Start empty, or clone one from its menu and change what differs.',
        attachTo: { element: actions, side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
];

export const prerequisiteTours: readonly Tour[] = [
  tourOf({
    id: 'api-prerequisites',
    name: 'Pre-request variables',
    steps: [
      {
        id: 'tabs',
        title: 'Before a run begins',
        text: 'Prerequisites fetch values that a run needs, such as a fresh token or the id of a row. Databases are where queries are sent to.',
        attachTo: { element: 'main [role="tablist"]', side: 'bottom' },
      },
      {
        id: 'list',
        title: 'In their order',
        text: 'They run from top to bottom, so one can use values from another. Their variables apply to the whole run.',
        attachTo: { element: 'main [role="tabpanel"]', side: 'top' },
      },
      {
        id: 'create',
        title: 'Make one and try it',
        text: 'Create a prerequisite, choose the environment, and run it here before a run depends on it.',
        attachTo: { element: actions, side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
];

export const certificateTours: readonly Tour[] = [
  tourOf({
    id: 'api-certificates',
    name: 'Certificates',
    needs: 'table[aria-label="Certificates"] tbody [data-row]',
    steps: [
      {
        id: 'list',
        title: 'Client certificates',
        text: 'Requests present the certificate of a domain to its hosts. The list shows when each one expires.',
        attachTo: { element: 'table[aria-label="Certificates"]', side: 'bottom' },
      },
      {
        id: 'create',
        title: 'Add or replace one',
        text: 'PEM and PKCS #12 files are read. Keys and passphrases are encrypted and never leave the server.',
        attachTo: { element: actions, side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
  tourOf({
    id: 'api-certificates-without-data',
    name: 'Certificates',
    needs: empty,
    steps: [
      {
        id: 'first',
        title: 'Servers that require a certificate',
        text: 'Some servers accept only clients with a certificate. Add yours for a domain; every request to its hosts presents it.',
        attachTo: { element: empty, side: 'bottom' },
      },
    ],
  }),
];
