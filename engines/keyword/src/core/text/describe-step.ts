import { argumentOf, findKeyword } from '../catalogue.ts';
import type { Step } from '../step.ts';

/**
 * By keyword, with its arguments in braces; `{target}` is the element's name. Of `[a|b]`, the first alternative with
 * all its arguments is used.
 */
const sentences: Record<string, string> = {
  openUrl: 'open {url}',
  goBack: 'go back',
  goForward: 'go forward',
  reload: 'reload the page',
  newTab: 'open a new tab {url}',
  switchTab: 'switch to the tab with the {by} {value}',
  closeTab: 'close the tab {number}',
  setViewport: 'make the page {width} by {height} pixels large',
  click: 'click {target}',
  doubleClick: 'double-click {target}',
  rightClick: 'right-click {target}',
  hover: 'move the pointer over {target}',
  dragAndDrop: 'drag {target} onto {onto}',
  scrollTo: 'scroll to {target}',
  pressKey: 'press {keys}',
  tap: 'tap {target}',
  swipe: 'swipe [to {to}|{direction}] [on {target}]',
  setText: 'set {target} to {value}',
  typeSlowly: 'type {value} into {target}',
  clear: 'clear {target}',
  selectOption: 'select {value} in {target}',
  check: 'set the check of {target} to {on}',
  setDate: 'set {target} to the date {date}',
  uploadFile: 'choose the file {file} in {target}',
  enterOneTimeCode: 'enter the one-time code in {target}',
  waitForElement: 'wait until {target} is {state}',
  waitForText: 'wait until the page shows {text}',
  waitForUrl: 'wait until the address {operator} {url}',
  waitForResponse: 'wait for an answer of {url}',
  wait: 'wait {ms} ms',
  verifyText: 'the text of {target} {operator} {expected}',
  verifyValue: 'the value of {target} {operator} {expected}',
  verifyAttribute: 'the attribute {name} of {target} {operator} {expected}',
  verifyState: '{target} is {state}',
  verifyCount: 'the number of {target} {operator} {expected}',
  verifyTitle: 'the title {operator} {expected}',
  verifyUrl: 'the address {operator} {expected}',
  verifyTable: 'the table {target} has the rows {rows}',
  verifyDownload: 'the name of the download {operator} {expected}',
  verifyAccessibility: '[{target}|the page] is accessible',
  verifyScreenshot: '[{target}|the page] looks as in {name}',
  storeText: 'store the text of {target} in {variable}',
  storeAttribute: 'store the attribute {name} of {target} in {variable}',
  storeCount: 'store the number of {target} in {variable}',
  setVariable: 'set the variable {variable} to {value}',
  runJavaScript: 'run JavaScript',
  runSql: 'ask the database {connection}',
  startMeasure: 'start the measure {name}',
  endMeasure: 'end the measure {name}',
  if: 'if {condition}',
  forEach: 'for each {variable} of {values}',
  while: 'while {condition}',
  tryCatch: 'try',
  callFunction: 'call the function {function}',
  stop: 'stop {reason}',
  comment: '{text}',
  acceptDialog: '{action} the next dialog',
  switchFrame: 'switch to the frame {target}',
  mockResponse: 'answer {url} with the status {status}',
  setCookie: 'set the cookie {name} to {value}',
  setStorage: 'set {key} of the {area} storage to {value}',
  saveSession: 'save the session as {name}',
  useSession: 'use the session {name}',
  setGeolocation: 'be at {latitude}, {longitude}',
  setClock: 'set the clock to {time}',
  moveClock: 'move the clock forward by {by}',
  takeScreenshot: 'take a screenshot {name}',
};

/** Arguments that are words of the sentence, not quoted texts of the application. */
const bare = new Set('by on state operator ms action status area keys width height direction'.split(' '));
const maxCharacters = 80;

function shown(name: string, text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const cut = line.length > maxCharacters ? `${line.slice(0, maxCharacters - 1)}…` : line;
  return bare.has(name) ? cut : `"${cut}"`;
}

/** describeStep describes a step in a short phrase, such as `click "Sign in"`. */
export function describeStep(step: Step): string {
  const keyword = findKeyword(step.keyword);
  const sentence = sentences[step.keyword];
  if (!keyword || sentence === undefined) return step.keyword;
  const argument = (name: string): string => {
    if (name === 'target') return step.target ? `"${step.target.name}"` : '';
    const text = argumentOf(keyword, step.args, name);
    if (text === '') return name === 'expected' || name === 'right' || name === 'left' || name === 'value' ? '""' : '';
    return shown(name, text);
  };
  const isBare = /^is (?:not )?empty$/.test(argumentOf(keyword, step.args, 'operator'));
  const compared = isBare ? ['left', 'operator'] : ['left', 'operator', 'right'];
  const condition = () =>
    step.target ? `${argument('target')} is ${argument('state')}` : compared.map(argument).join(' ');
  const isGiven = (choice: string) =>
    [...choice.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => argument(name) !== '');
  const chosen = sentence.replace(/\[([^\]]*)\]/g, (_all, choices: string) => choices.split('|').find(isGiven) ?? '');
  const filled = chosen.replace(/\{(\w+)\}/g, (_place, name: string) => {
    if (name === 'condition') return condition();
    return isBare && name === 'expected' ? '' : argument(name);
  });
  return filled.replace(/\s+/g, ' ').trim() || keyword.title;
}
