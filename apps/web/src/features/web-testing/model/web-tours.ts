import { type Tour, type TourStep, tourOf } from '../../../shared/tours/tour.ts';

const table = (label: string) => `main table[aria-label="${label}"]`;
const empty = 'main [data-tour="empty"]';
const actions = 'main [data-tour="page-actions"]:not(:empty)';

type Draft = Pick<TourStep, 'id' | 'title' | 'text' | 'attachTo'> & Partial<TourStep>;

/** A page has one tour with data, and one for when it is empty. */
const both = (
  id: string,
  name: string,
  needs: string,
  steps: Draft[],
  without: Omit<Draft, 'id' | 'attachTo'>,
): Tour[] => [
  tourOf({ id, name, needs, steps }),
  tourOf({
    id: `${id}-without-data`,
    name,
    needs: empty,
    steps: [{ id: 'first', attachTo: { element: empty, side: 'top' }, ...without }],
  }),
];

const create = (text: string): Draft => ({
  id: 'new',
  title: 'Create',
  text,
  attachTo: { element: actions, side: 'bottom' },
  isOptional: true,
});

/** Tours of the list of projects. */
export const projectsTours: readonly Tour[] = both(
  'web-projects',
  'Web projects',
  `${table('Projects')} tbody [data-row]`,
  [
    {
      id: 'list',
      title: 'Projects',
      text: 'Each project tests one website. Select a row to open it.',
      attachTo: { element: table('Projects'), side: 'top' },
    },
    create('Create a project for another website or team.'),
  ],
  { title: 'Projects', text: 'A project contains modules of scripts that test a website. Create the first one here.' },
);

/** Tours of the overview of a project. */
export const dashboardTours: readonly Tour[] = both(
  'web-project-dashboard',
  'Web project',
  'main dl',
  [
    {
      id: 'counts',
      title: 'What is in it',
      text: 'Open the modules or all scripts of the project from these numbers.',
      attachTo: { element: 'main dl', side: 'bottom' },
    },
    {
      id: 'runs',
      title: 'Runs',
      text: 'The newest runs of the project. Select one to open its report.',
      attachTo: { element: 'main section[aria-label="Runs"]', side: 'top' },
    },
    {
      id: 'repository',
      title: 'Test repository',
      text: 'Scripts lie in the test repository, in modules.',
      attachTo: { element: actions, side: 'bottom' },
    },
  ],
  { title: 'An empty project', text: 'Scripts lie in modules, one for each part of the website.' },
);

/** Tours of the modules of a project. */
export const modulesTours: readonly Tour[] = both(
  'web-modules',
  'Modules',
  `${table('Modules')} tbody [data-row]`,
  [
    {
      id: 'list',
      title: 'Modules',
      text: 'A module groups the scripts of one part of the website. Select a row to see its scripts.',
      attachTo: { element: table('Modules'), side: 'top' },
    },
    create('Create a module for another part of the website.'),
  ],
  {
    title: 'Modules',
    text: 'A module groups the scripts that test one part of the website. Create the first one here.',
  },
);

/** Tours of the scripts of a module. */
export const scriptsTours: readonly Tour[] = both(
  'web-module-scripts',
  'Scripts',
  `${table('Scripts')} tbody [data-row]`,
  [
    {
      id: 'list',
      title: 'Scripts',
      text: 'Select a row to edit the steps of a script. Choose several with their boxes to run, clone, move or delete them.',
      attachTo: { element: table('Scripts'), side: 'top' },
    },
    {
      id: 'run',
      title: 'Last run',
      text: 'How the last run of the script ended. It leads to the report.',
      attachTo: { element: `${table('Scripts')} td[data-header="Last run"]`, side: 'left' },
    },
    create('Create a script in this module.'),
  ],
  { title: 'Scripts', text: 'A script is a list of steps. Create the first one here.' },
);

/** Tours of the steps of a script. */
export const stepsTours: readonly Tour[] = both(
  'web-script-steps',
  'Script steps',
  'main [data-tour="steps"]',
  [
    {
      id: 'steps',
      title: 'Steps',
      text: 'Each line has a keyword, the element that it acts on, and its arguments. Enter adds a line, Alt with the arrow keys moves one.',
      attachTo: { element: 'main [data-tour="steps"]', side: 'top' },
    },
    {
      id: 'bar',
      title: 'Record, write or import',
      text: 'Record opens a browser here and turns your clicks into steps. You can also write plain sentences, or import a Playwright test.',
      attachTo: { element: 'main [data-tour="script-bar"]', side: 'bottom' },
    },
    {
      id: 'dry-run',
      title: 'Dry run',
      text: 'Dry Run tries the steps as you see them, saved or not. Results appear beside each step.',
      attachTo: { element: actions, side: 'bottom' },
      isOptional: true,
    },
  ],
  { title: 'Script steps', text: 'Steps belong to a script. Choose one here.' },
);

/** Tours of the object spy. */
export const spyTours: readonly Tour[] = both(
  'web-object-spy',
  'Object spy',
  'main [data-tour="known-targets"] [data-row]',
  [
    {
      id: 'known',
      title: 'Known targets',
      text: 'Elements you save are offered in the Target field of every step, with all their locators.',
      attachTo: { element: 'main [data-tour="known-targets"]', side: 'top' },
    },
    {
      id: 'start',
      title: 'Open a page',
      text: 'Enter an address and open a browser. Click an element to see its locators and attributes. Nothing is recorded.',
      attachTo: { element: 'main [data-tour="spy-start"]', side: 'bottom' },
      isOptional: true,
    },
  ],
  {
    title: 'Object spy',
    text: 'Open a page above and click its elements. Those you save are offered in the Target field of every step.',
  },
);

/** Tours of the browser farm. */
export const farmTours: readonly Tour[] = [
  tourOf({
    id: 'web-browser-farm',
    name: 'Browser farm',
    needs: 'main [data-tour="farm-runners"]',
    steps: [
      {
        id: 'runners',
        title: 'Runners',
        text: 'Each machine that runs scripts, with its browsers and how many of its places are taken. What it lacks is listed with a command that installs it.',
        attachTo: { element: 'main [data-tour="farm-runners"]', side: 'bottom' },
      },
      {
        id: 'runs',
        title: 'Runs',
        text: 'Runs that wait or go on in your projects. Watch the browser of one, or stop it.',
        attachTo: { element: 'main [data-tour="farm-runs"]', side: 'top' },
      },
      {
        id: 'recordings',
        title: 'Recordings',
        text: 'Browsers that people opened to record steps or to look at elements. Watch one, or close it to free its place.',
        attachTo: { element: 'main [data-tour="farm-recordings"]', side: 'top' },
      },
    ],
  }),
];

/** Tours of the baselines. */
export const baselinesTours: readonly Tour[] = both(
  'web-baselines',
  'Baselines',
  'main ul[aria-label="Baselines"] [data-row]',
  [
    {
      id: 'list',
      title: 'Baselines',
      text: 'Each script, name and target has a baseline of its own. Filter those that a run kept and no one has reviewed.',
      attachTo: { element: 'main ul[aria-label="Baselines"]', side: 'right' },
    },
    {
      id: 'versions',
      title: 'Versions',
      text: 'The picture that counts is shown above its versions. Use an earlier one to go back to it.',
      attachTo: { element: 'main table[aria-label="Versions"]', side: 'top' },
      isOptional: true,
    },
  ],
  {
    title: 'Baselines',
    text: 'Verify Screenshot compares a page with a picture you accepted. The first run of such a step keeps one here.',
  },
);

/** Tours of the saved sessions. */
export const sessionsTours: readonly Tour[] = both(
  'web-saved-sessions',
  'Saved sessions',
  `${table('Saved sessions')} tbody [data-row]`,
  [
    {
      id: 'list',
      title: 'Saved sessions',
      text: 'Sign-ins that scripts saved with Save Session. Scripts of the same environment take them with Use Session. What they hold is kept sealed and shown to no one.',
      attachTo: { element: table('Saved sessions'), side: 'top' },
    },
  ],
  {
    title: 'Saved sessions',
    text: 'A script that signs in once saves its session here. Other scripts start with it and skip the sign-in.',
  },
);

/** Tours of the databases. */
export const databasesTours: readonly Tour[] = both(
  'web-databases',
  'Databases',
  `${table('Databases')} tbody [data-row]`,
  [
    {
      id: 'list',
      title: 'Databases',
      text: 'Steps with the keyword Run SQL name one of these databases. Passwords are kept sealed and shown to no one.',
      attachTo: { element: table('Databases'), side: 'top' },
    },
    create('Add a database, and test its connection before you save it.'),
  ],
  { title: 'Databases', text: 'Steps with the keyword Run SQL read from the databases you add here.' },
);

/** Tours of the report of a run. */
export const resultTours: readonly Tour[] = both(
  'web-final-result',
  'Final report',
  'main [data-tour="results"]',
  [
    {
      id: 'steps',
      title: 'Steps',
      text: 'Every step in the order in which it ran. The first one that failed is open.',
      attachTo: { element: 'main [data-tour="results"]', side: 'right' },
    },
    {
      id: 'result',
      title: 'Expected and actual',
      text: 'What the step expected, what was there, and the page at that moment.',
      attachTo: { element: 'main [data-tour="step-result"]', side: 'left' },
      isOptional: true,
    },
    {
      id: 'actions',
      title: 'Report files',
      text: 'Download the report, share it, or run the scripts again.',
      attachTo: { element: actions, side: 'bottom' },
    },
  ],
  { title: 'Final report', text: 'A report belongs to a run. Choose one here.' },
);
