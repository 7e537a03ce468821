import { type Keyword, operators, optional, required } from '../keyword.ts';

const everywhere: Keyword['surfaces'] = ['web', 'desktop', 'mobile'];
const web: Keyword['surfaces'] = ['web'];
const touch: Keyword['surfaces'] = ['web', 'mobile'];

/** Keywords that move between pages and tabs. */
export const navigationKeywords: Keyword[] = [
  {
    id: 'openUrl',
    title: 'Open URL',
    group: 'Navigation',
    summary: 'Opens an address in the current tab and waits until the page is loaded.',
    target: 'none',
    parameters: [
      required('url', 'Address', 'url', { help: 'With its scheme, or a path below the address of the page.' }),
      optional('waitUntil', 'Wait until', 'choice', {
        default: 'load',
        choices: ['load', 'domcontentloaded', 'networkidle', 'commit'],
      }),
    ],
    surfaces: web,
  },
  {
    id: 'goBack',
    title: 'Go Back',
    group: 'Navigation',
    summary: 'Goes to the previous page of the tab.',
    target: 'none',
    parameters: [],
    surfaces: web,
  },
  {
    id: 'goForward',
    title: 'Go Forward',
    group: 'Navigation',
    summary: 'Goes to the next page of the tab, after going back.',
    target: 'none',
    parameters: [],
    surfaces: web,
  },
  {
    id: 'reload',
    title: 'Reload',
    group: 'Navigation',
    summary: 'Loads the page of the current tab again.',
    target: 'none',
    parameters: [],
    surfaces: web,
  },
  {
    id: 'newTab',
    title: 'New Tab',
    group: 'Navigation',
    summary: 'Opens a tab, which becomes the current one.',
    target: 'none',
    parameters: [optional('url', 'Address', 'url')],
    surfaces: web,
  },
  {
    id: 'switchTab',
    title: 'Switch Tab',
    group: 'Navigation',
    summary: 'Makes another tab the current one, and waits for it where it is not open yet.',
    target: 'none',
    parameters: [
      optional('by', 'Find by', 'choice', { default: 'number', choices: ['number', 'title', 'url'] }),
      required('value', 'Tab', 'text', { help: 'Its number from 1, or a part of its title or address.' }),
    ],
    surfaces: web,
  },
  {
    id: 'closeTab',
    title: 'Close Tab',
    group: 'Navigation',
    summary: 'Closes the current tab or the one with this number; the last opened one becomes the current one.',
    target: 'none',
    parameters: [optional('number', 'Number from 1', 'number')],
    surfaces: web,
  },
  {
    id: 'setViewport',
    title: 'Set Viewport',
    group: 'Navigation',
    summary: 'Changes the size of the page, in CSS pixels.',
    target: 'none',
    parameters: [required('width', 'Width', 'number'), required('height', 'Height', 'number')],
    surfaces: web,
  },
];

/** Keywords of mouse and keyboard. */
export const mouseKeywords: Keyword[] = [
  {
    id: 'click',
    title: 'Click',
    group: 'Mouse and keys',
    summary: 'Clicks an element once it is visible, enabled and at rest.',
    target: 'required',
    parameters: [
      optional('button', 'Button', 'choice', { default: 'left', choices: ['left', 'middle', 'right'] }),
      optional('count', 'Number of clicks', 'number', { default: '1' }),
      optional('modifiers', 'Keys held down', 'list', { help: 'Alt, Control, Meta or Shift, one a line.' }),
      optional('x', 'Pixels from the left', 'number'),
      optional('y', 'Pixels from the top', 'number'),
    ],
    surfaces: everywhere,
  },
  {
    id: 'doubleClick',
    title: 'Double Click',
    group: 'Mouse and keys',
    summary: 'Clicks an element twice.',
    target: 'required',
    parameters: [],
    surfaces: everywhere,
  },
  {
    id: 'rightClick',
    title: 'Right Click',
    group: 'Mouse and keys',
    summary: 'Clicks an element with the right button.',
    target: 'required',
    parameters: [],
    surfaces: ['web', 'desktop'],
  },
  {
    id: 'hover',
    title: 'Hover',
    group: 'Mouse and keys',
    summary: 'Moves the pointer over an element.',
    target: 'required',
    parameters: [],
    surfaces: ['web', 'desktop'],
  },
  {
    id: 'dragAndDrop',
    title: 'Drag And Drop',
    group: 'Mouse and keys',
    summary: 'Drags an element onto another one.',
    target: 'required',
    parameters: [
      required('onto', 'Onto', 'text', {
        help: 'A locator as the text view writes it, such as role=list name="Cart" or css="#cart".',
      }),
    ],
    surfaces: everywhere,
  },
  {
    id: 'scrollTo',
    title: 'Scroll To',
    group: 'Mouse and keys',
    summary: 'Scrolls an element into view, or the page to a place.',
    target: 'optional',
    parameters: [
      optional('x', 'Pixels from the left', 'number', { default: '0' }),
      optional('y', 'Pixels from the top', 'number', { default: '0' }),
    ],
    surfaces: everywhere,
  },
  {
    id: 'pressKey',
    title: 'Press Key',
    group: 'Mouse and keys',
    summary: 'Presses a key or a combination, such as Enter or Control+A.',
    target: 'optional',
    parameters: [required('keys', 'Keys')],
    surfaces: everywhere,
  },
  {
    id: 'tap',
    title: 'Tap',
    group: 'Mouse and keys',
    summary: 'Taps an element with a finger. The run needs a device with a touchscreen.',
    target: 'required',
    parameters: [optional('x', 'Pixels from the left', 'number'), optional('y', 'Pixels from the top', 'number')],
    surfaces: touch,
  },
  {
    id: 'swipe',
    title: 'Swipe',
    group: 'Mouse and keys',
    summary:
      'Swipes with a finger, from the middle of an element or of the page. The run needs a device with a touchscreen.',
    target: 'optional',
    parameters: [
      optional('direction', 'Direction', 'choice', { default: 'up', choices: ['up', 'down', 'left', 'right'] }),
      optional('distance', 'Distance in pixels', 'number', {
        default: '200',
        help: 'A swipe ends at the edge of the screen at the latest.',
      }),
      optional('to', 'To', 'text', {
        help: 'Instead of a direction: the locator of an element, such as role=list name="Cart" or css="#cart".',
      }),
    ],
    surfaces: touch,
  },
];

/** Keywords that fill in forms. */
export const inputKeywords: Keyword[] = [
  {
    id: 'setText',
    title: 'Set Text',
    group: 'Input',
    summary: 'Replaces the content of a field.',
    target: 'required',
    parameters: [required('value', 'Text')],
    surfaces: everywhere,
  },
  {
    id: 'typeSlowly',
    title: 'Type Slowly',
    group: 'Input',
    summary: 'Types key by key, as a person does, at the end of what the field holds.',
    target: 'required',
    parameters: [
      required('value', 'Text'),
      optional('delayMs', 'Time between keys', 'milliseconds', { default: '50' }),
    ],
    surfaces: everywhere,
  },
  {
    id: 'clear',
    title: 'Clear',
    group: 'Input',
    summary: 'Empties a field.',
    target: 'required',
    parameters: [],
    surfaces: everywhere,
  },
  {
    id: 'selectOption',
    title: 'Select Option',
    group: 'Input',
    summary: 'Selects an option of a list.',
    target: 'required',
    parameters: [
      optional('by', 'Find by', 'choice', { default: 'label', choices: ['label', 'value', 'number'] }),
      required('value', 'Option', 'text', { help: 'Its label, its value or its number from 1.' }),
    ],
    surfaces: everywhere,
  },
  {
    id: 'check',
    title: 'Check',
    group: 'Input',
    summary: 'Checks or unchecks a box, a switch or a radio button.',
    target: 'required',
    parameters: [optional('on', 'Checked', 'boolean', { default: 'true' })],
    surfaces: everywhere,
  },
  {
    id: 'setDate',
    title: 'Set Date',
    group: 'Input',
    summary: 'Fills in a date, in a date field of the browser or as a text in the format that the page expects.',
    target: 'required',
    parameters: [
      required('date', 'Date', 'text', { help: '2026-11-26, 2026-11-26T14:30, 14:30, today, or today+7.' }),
      optional('format', 'Format', 'text', {
        default: 'YYYY-MM-DD',
        help: 'For fields of text: YYYY, MM, DD, HH and mm.',
      }),
    ],
    surfaces: web,
  },
  {
    id: 'uploadFile',
    title: 'Upload File',
    group: 'Input',
    summary: 'Chooses a file for a file field.',
    target: 'required',
    parameters: [
      required('file', 'File', 'text', { help: 'The name of a file of the project, or of the file that is sent.' }),
      optional('content', 'Content', 'code', { help: 'Text of the file; empty: the file of the project.' }),
    ],
    surfaces: web,
  },
  {
    id: 'enterOneTimeCode',
    title: 'Enter One-Time Code',
    group: 'Input',
    summary: 'Fills in the code that an authenticator shows now (TOTP).',
    target: 'required',
    parameters: [
      required('secret', 'Secret', 'text', { help: 'In base 32, or the otpauth address; usually a secret variable.' }),
    ],
    surfaces: everywhere,
  },
];

/** Keywords that wait. */
export const waitKeywords: Keyword[] = [
  {
    id: 'waitForElement',
    title: 'Wait For Element',
    group: 'Wait',
    summary: 'Waits until an element is in a state.',
    target: 'required',
    parameters: [
      optional('state', 'State', 'choice', {
        default: 'visible',
        choices: ['visible', 'hidden', 'enabled', 'disabled', 'checked', 'unchecked'],
      }),
    ],
    surfaces: everywhere,
  },
  {
    id: 'waitForText',
    title: 'Wait For Text',
    group: 'Wait',
    summary: 'Waits until a text is shown, in an element or anywhere on the page.',
    target: 'optional',
    parameters: [required('text', 'Text')],
    surfaces: everywhere,
  },
  {
    id: 'waitForUrl',
    title: 'Wait For URL',
    group: 'Wait',
    summary: 'Waits until the address of the current tab is as expected.',
    target: 'none',
    parameters: [
      optional('operator', 'Comparison', 'choice', { default: 'contains', choices: operators }),
      required('url', 'Address'),
    ],
    surfaces: web,
  },
  {
    id: 'waitForResponse',
    title: 'Wait For Response',
    group: 'Wait',
    summary: 'Waits for an answer to a request of the page, counted from the beginning of the step before.',
    target: 'none',
    parameters: [
      required('url', 'Address', 'text', { help: 'A part of it; * stands for any characters.' }),
      optional('method', 'Method'),
      optional('status', 'Status', 'number'),
      optional('variable', 'Store the body in', 'variable'),
    ],
    surfaces: web,
  },
  {
    id: 'wait',
    title: 'Wait',
    group: 'Wait',
    summary: 'Waits for a time. Waiting for a condition is faster and more reliable.',
    target: 'none',
    parameters: [required('ms', 'Time', 'milliseconds')],
    surfaces: everywhere,
  },
];
