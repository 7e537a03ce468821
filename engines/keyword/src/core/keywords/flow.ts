import { conditionStates, type Keyword, operators, optional, type Parameter, required } from '../keyword.ts';

const everywhere: Keyword['surfaces'] = ['web', 'desktop', 'mobile'];
const web: Keyword['surfaces'] = ['web'];
const condition: Parameter[] = [
  optional('left', 'Value', 'text', { help: 'Usually a {{variable}}. Not used where an element is given.' }),
  optional('operator', 'Comparison', 'choice', { default: 'equals', choices: operators }),
  optional('right', 'Compared with'),
  optional('state', 'State of the element', 'choice', {
    default: 'visible',
    choices: conditionStates,
    help: 'Used where an element is given.',
  }),
];

/** Keywords that decide which steps run. */
export const flowKeywords: Keyword[] = [
  {
    id: 'if',
    title: 'If',
    group: 'Flow',
    summary: 'Runs steps where a condition holds, and others where it does not.',
    target: 'optional',
    parameters: condition,
    holds: 'branch',
    surfaces: everywhere,
  },
  {
    id: 'forEach',
    title: 'For Each',
    group: 'Flow',
    summary: 'Repeats steps for every value of a list, or for every row of the data table.',
    target: 'none',
    parameters: [
      optional('values', 'Values', 'list', { help: 'One a line. Empty: the rows of the data table.' }),
      optional('variable', 'Variable', 'variable', {
        default: 'item',
        help: 'Holds the value; of a row each column is a variable of its name.',
      }),
    ],
    holds: 'loop',
    surfaces: everywhere,
  },
  {
    id: 'while',
    title: 'While',
    group: 'Flow',
    summary: 'Repeats steps as long as a condition holds, and fails where it still holds after the most repetitions.',
    target: 'optional',
    parameters: [...condition, optional('max', 'Most repetitions', 'number', { default: '100' })],
    holds: 'loop',
    surfaces: everywhere,
  },
  {
    id: 'tryCatch',
    title: 'Try',
    group: 'Flow',
    summary: 'Runs steps; where one fails, others run in place of the rest, and the script goes on.',
    target: 'none',
    parameters: [optional('variable', 'Store the message in', 'variable')],
    holds: 'try',
    surfaces: everywhere,
  },
  {
    id: 'callFunction',
    title: 'Call Function',
    group: 'Flow',
    summary: 'Runs the steps of a shared function with variables of its own.',
    target: 'none',
    parameters: [
      required('function', 'Function'),
      optional('inputs', 'Inputs', 'list', { help: 'One a line: name=value.' }),
      optional('outputs', 'Outputs', 'list', { help: 'One a line: variable=output.' }),
    ],
    surfaces: everywhere,
  },
  {
    id: 'stop',
    title: 'Stop',
    group: 'Flow',
    summary: 'Ends the script.',
    target: 'none',
    parameters: [
      optional('reason', 'Reason'),
      optional('result', 'Result', 'choice', { default: 'passed', choices: ['passed', 'failed'] }),
    ],
    surfaces: everywhere,
  },
  {
    id: 'comment',
    title: 'Comment',
    group: 'Flow',
    summary: 'Says something to readers of the script and of the report.',
    target: 'none',
    parameters: [required('text', 'Text')],
    surfaces: everywhere,
  },
];

/** Keywords that act on the browser rather than on the page. */
export const browserKeywords: Keyword[] = [
  {
    id: 'acceptDialog',
    title: 'Accept Dialog',
    group: 'Browser',
    summary: 'Says how the next dialog of the page is answered; it stands before the step that opens the dialog.',
    target: 'none',
    parameters: [
      optional('action', 'Action', 'choice', { default: 'accept', choices: ['accept', 'dismiss'] }),
      optional('text', 'Answer', 'text', { help: 'What a prompt is answered with.' }),
      optional('message', 'Expected message', 'text', { help: 'A part of what the dialog must say.' }),
    ],
    surfaces: web,
  },
  {
    id: 'switchFrame',
    title: 'Switch Frame',
    group: 'Browser',
    summary: 'Looks for the elements of the next steps in a frame; without a target, in the page again.',
    target: 'optional',
    parameters: [],
    surfaces: web,
  },
  {
    id: 'mockResponse',
    title: 'Mock Response',
    group: 'Browser',
    summary: 'Answers requests of the page from now on, in place of the server.',
    target: 'none',
    parameters: [
      required('url', 'Address', 'text', { help: 'A part of it; * stands for any characters.' }),
      optional('method', 'Method'),
      optional('status', 'Status', 'number', { default: '200' }),
      optional('contentType', 'Content type', 'text', { default: 'application/json' }),
      optional('headers', 'Headers', 'list', { help: 'One a line: name: value.' }),
      optional('body', 'Body', 'code'),
    ],
    surfaces: web,
  },
  {
    id: 'setCookie',
    title: 'Set Cookie',
    group: 'Browser',
    summary: 'Sets a cookie, for the page that is open or for a domain.',
    target: 'none',
    parameters: [
      required('name', 'Name'),
      optional('value', 'Value'),
      optional('domain', 'Domain', 'text', { help: 'Empty: that of the page that is open.' }),
      optional('path', 'Path', 'text', { default: '/' }),
    ],
    surfaces: web,
  },
  {
    id: 'setStorage',
    title: 'Set Storage',
    group: 'Browser',
    summary: 'Sets an entry of the storage of the page that is open.',
    target: 'none',
    parameters: [
      optional('area', 'Storage', 'choice', { default: 'local', choices: ['local', 'session'] }),
      required('key', 'Key'),
      optional('value', 'Value'),
    ],
    surfaces: web,
  },
  {
    id: 'setGeolocation',
    title: 'Set Geolocation',
    group: 'Browser',
    summary: 'Says where the browser is, and lets pages ask for it.',
    target: 'none',
    parameters: [
      required('latitude', 'Latitude', 'number'),
      required('longitude', 'Longitude', 'number'),
      optional('accuracy', 'Accuracy in metres', 'number', { default: '0' }),
    ],
    surfaces: web,
  },
  {
    id: 'setClock',
    title: 'Set Clock',
    group: 'Browser',
    summary: 'Sets the clock of all pages, now and later. Best done before the page is opened.',
    target: 'none',
    parameters: [
      required('time', 'Time', 'text', { help: 'Such as 2026-12-24T18:00, 18:00, today or today+7.' }),
      optional('mode', 'From then on', 'choice', { default: 'runs', choices: ['runs', 'stands still'] }),
    ],
    surfaces: web,
  },
  {
    id: 'moveClock',
    title: 'Move Clock',
    group: 'Browser',
    summary: 'Moves the clock of all pages forward. Timers that are due by then fire at once.',
    target: 'none',
    parameters: [
      required('by', 'By', 'text', { help: 'Such as 30s, 5m, 2h or 1d; a number without a unit is seconds.' }),
    ],
    surfaces: web,
  },
  {
    id: 'takeScreenshot',
    title: 'Take Screenshot',
    group: 'Browser',
    summary: 'Keeps a picture of the page or of an element.',
    target: 'optional',
    parameters: [optional('name', 'Name')],
    surfaces: everywhere,
  },
];
