import {
  accessibilityImpacts,
  accessibilityStandards,
  type Keyword,
  operators,
  optional,
  required,
} from '../keyword.ts';

const everywhere: Keyword['surfaces'] = ['web', 'desktop', 'mobile'];
const web: Keyword['surfaces'] = ['web'];
const operator = optional('operator', 'Comparison', 'choice', { default: 'equals', choices: operators });
const expected = optional('expected', 'Expected', 'text', { help: 'Not used by "is empty" and "is not empty".' });

/** Keywords that compare values that the application shows. */
const valueKeywords: Keyword[] = [
  {
    id: 'verifyText',
    title: 'Verify Text',
    group: 'Verify',
    summary: 'Verifies the text that an element shows; runs of blanks count as one.',
    target: 'required',
    parameters: [operator, expected],
    surfaces: everywhere,
  },
  {
    id: 'verifyValue',
    title: 'Verify Value',
    group: 'Verify',
    summary: 'Verifies what a field holds.',
    target: 'required',
    parameters: [operator, expected],
    surfaces: everywhere,
  },
  {
    id: 'verifyAttribute',
    title: 'Verify Attribute',
    group: 'Verify',
    summary: 'Verifies an attribute of an element; a missing one counts as empty.',
    target: 'required',
    parameters: [required('name', 'Attribute'), operator, expected],
    surfaces: everywhere,
  },
  {
    id: 'verifyState',
    title: 'Verify State',
    group: 'Verify',
    summary: 'Verifies that an element is visible, hidden, enabled, disabled, checked, unchecked, editable or focused.',
    target: 'required',
    parameters: [
      required('state', 'State', 'choice', {
        choices: ['visible', 'hidden', 'enabled', 'disabled', 'checked', 'unchecked', 'editable', 'focused'],
      }),
    ],
    surfaces: everywhere,
  },
  {
    id: 'verifyCount',
    title: 'Verify Count',
    group: 'Verify',
    summary: 'Verifies how many elements the first locator of the target finds.',
    target: 'required',
    parameters: [
      optional('operator', 'Comparison', 'choice', {
        default: 'equals',
        choices: ['equals', 'does not equal', 'is greater than', 'is less than'],
      }),
      required('expected', 'Expected number', 'number'),
    ],
    surfaces: everywhere,
  },
  {
    id: 'verifyTitle',
    title: 'Verify Title',
    group: 'Verify',
    summary: 'Verifies the title of the page.',
    target: 'none',
    parameters: [operator, expected],
    surfaces: web,
  },
  {
    id: 'verifyUrl',
    title: 'Verify URL',
    group: 'Verify',
    summary: 'Verifies the address of the page.',
    target: 'none',
    parameters: [operator, expected],
    surfaces: web,
  },
  {
    id: 'verifyTable',
    title: 'Verify Table',
    group: 'Verify',
    summary: 'Verifies that rows of a table hold these cells, in this order; further rows may stand between them.',
    target: 'required',
    parameters: [
      required('rows', 'Rows', 'list', { help: 'One a line, cells parted by |; * stands for any cell.' }),
      optional('isComplete', 'No further rows', 'boolean', { default: 'false' }),
    ],
    surfaces: web,
  },
  {
    id: 'verifyDownload',
    title: 'Verify Download',
    group: 'Verify',
    summary: 'Verifies the last download since the beginning of the step before.',
    target: 'none',
    parameters: [
      optional('operator', 'Comparison', 'choice', { default: 'equals', choices: operators }),
      required('expected', 'Name of the file'),
      optional('minBytes', 'Least size in bytes', 'number', { default: '1' }),
      optional('contains', 'Contains the text'),
    ],
    surfaces: web,
  },
];

/** Keywords that check the page as a whole. */
const lookKeywords: Keyword[] = [
  {
    id: 'verifyAccessibility',
    title: 'Verify Accessibility',
    group: 'Verify',
    summary: 'Verifies that the page, or an element with what is in it, is accessible.',
    target: 'optional',
    parameters: [
      optional('standard', 'Standard', 'choice', { default: 'WCAG 2.2 AA', choices: accessibilityStandards }),
      optional('impact', 'Least impact that fails', 'choice', { default: 'minor', choices: accessibilityImpacts }),
      optional('ignore', 'Ignored rules', 'list', { help: 'Ids of rules, one a line, such as color-contrast.' }),
    ],
    surfaces: web,
  },
  {
    id: 'verifyScreenshot',
    title: 'Verify Screenshot',
    group: 'Verify',
    summary: 'Compares a picture of the page or of an element with its baseline, once nothing moves any more.',
    target: 'optional',
    parameters: [
      required('name', 'Name', 'text', { help: 'Each script and target has a baseline of its own for a name.' }),
      optional('threshold', 'Pixels that may differ, in percent', 'number', { default: '0' }),
      optional('masks', 'Masks', 'list', { help: 'Locators of elements that are left out, one a line.' }),
      optional('wholePage', 'Whole page', 'boolean', { default: 'false', help: 'Also what lies below the screen.' }),
      optional('ifNew', 'Without a baseline', 'choice', {
        default: 'accept',
        choices: ['accept', 'fail'],
        help: 'Keep the first picture as the baseline, or fail until someone accepts it.',
      }),
    ],
    surfaces: everywhere,
  },
];

/** Keywords that fail if the application isn't as expected; each waits until it is, within the step's time. */
export const verifyKeywords: Keyword[] = [...valueKeywords, ...lookKeywords];

/** Keywords that read values of the page and set variables. */
export const dataKeywords: Keyword[] = [
  {
    id: 'storeText',
    title: 'Store Text',
    group: 'Data',
    summary: 'Stores the text of an element, or the content of a field, in a variable.',
    target: 'required',
    parameters: [required('variable', 'Variable', 'variable')],
    surfaces: everywhere,
  },
  {
    id: 'storeAttribute',
    title: 'Store Attribute',
    group: 'Data',
    summary: 'Stores an attribute of an element in a variable.',
    target: 'required',
    parameters: [required('name', 'Attribute'), required('variable', 'Variable', 'variable')],
    surfaces: everywhere,
  },
  {
    id: 'storeCount',
    title: 'Store Count',
    group: 'Data',
    summary: 'Stores how many elements the first locator of the target finds.',
    target: 'required',
    parameters: [required('variable', 'Variable', 'variable')],
    surfaces: everywhere,
  },
  {
    id: 'setVariable',
    title: 'Set Variable',
    group: 'Data',
    summary: 'Sets a variable to a text, in which other variables may stand.',
    target: 'none',
    parameters: [required('variable', 'Variable', 'variable'), optional('value', 'Value')],
    surfaces: everywhere,
  },
  {
    id: 'runJavaScript',
    title: 'Run JavaScript',
    group: 'Data',
    summary: 'Runs a function body in the page; what it returns can be stored.',
    target: 'optional',
    parameters: [
      required('code', 'Code', 'code', { help: 'The target is `element`; the answer is what `return` gives.' }),
      optional('variable', 'Store the answer in', 'variable'),
    ],
    surfaces: web,
  },
  {
    id: 'runSql',
    title: 'Run SQL',
    group: 'Data',
    summary: 'Reads from a database of the project. Variables in the query are sent as parameters.',
    target: 'none',
    parameters: [
      required('connection', 'Database', 'text', { help: 'The name of a database of the project.' }),
      required('query', 'Query', 'query', {
        help: 'A query that reads, such as select name from orders where id = {{id}}.',
      }),
      optional('result', 'Answer', 'choice', {
        default: 'rows',
        choices: ['rows', 'value'],
        help: 'All rows as JSON, or the first value of the first row.',
      }),
      optional('variable', 'Store the answer in', 'variable'),
    ],
    surfaces: everywhere,
  },
  {
    id: 'startMeasure',
    title: 'Start Measure',
    group: 'Data',
    summary: 'Starts a stopwatch under a name.',
    target: 'none',
    parameters: [required('name', 'Name')],
    surfaces: everywhere,
  },
  {
    id: 'endMeasure',
    title: 'End Measure',
    group: 'Data',
    summary: 'Stops a stopwatch. The report shows the time.',
    target: 'none',
    parameters: [
      required('name', 'Name'),
      optional('most', 'Longest time', 'milliseconds', { help: 'The step fails when it took longer.' }),
      optional('variable', 'Store the milliseconds in', 'variable'),
    ],
    surfaces: everywhere,
  },
];
