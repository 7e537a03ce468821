import { isObject } from '../json-object.ts';

type Problem = (path: string, message: string) => void;

const members = new Set(['messages', 'close', 'pingIntervalMilliseconds', 'protocol']);
const messageMembers = new Set(['body', 'jsonBody', 'base64Body', 'delay']);
const bodies = ['body', 'jsonBody', 'base64Body'];
const minPingMs = 100;

/** checkWebSocket reports problems with a stub's WebSocket definition. */
export function checkWebSocket(value: unknown, path: string, problem: Problem): void {
  if (value === undefined || value === null) return;
  if (!isObject(value)) {
    problem(path, 'Give an object, such as { "messages": [{ "body": "hello" }] }.');
    return;
  }
  for (const name of Object.keys(value))
    if (!members.has(name)) problem(`${path}.${name}`, `“${name}” is not a member of a WebSocket conversation.`);
  const { messages, close, pingIntervalMilliseconds: ping, protocol } = value;
  if (messages !== undefined && !Array.isArray(messages)) problem(`${path}.messages`, 'Give a list of messages.');
  for (const [index, message] of (Array.isArray(messages) ? messages : []).entries())
    checkMessage(message, `${path}.messages[${index}]`, problem);
  if (close !== undefined) checkClose(close, `${path}.close`, problem);
  if (ping !== undefined && !(typeof ping === 'number' && ping >= minPingMs))
    problem(`${path}.pingIntervalMilliseconds`, `Give a number of milliseconds from ${minPingMs} on.`);
  if (protocol !== undefined && !(typeof protocol === 'string' && /^[!#$%&'*+\-.^_`|~\w]+$/.test(protocol)))
    problem(`${path}.protocol`, 'This is not a name of a subprotocol.');
}

function checkMessage(message: unknown, path: string, problem: Problem): void {
  if (!isObject(message)) {
    problem(path, 'Give an object, such as { "body": "hello" }.');
    return;
  }
  for (const name of Object.keys(message))
    if (!messageMembers.has(name)) problem(`${path}.${name}`, `“${name}” is not a member of a message.`);
  if (bodies.filter((name) => message[name] !== undefined).length !== 1)
    problem(path, `Give one of ${bodies.join(', ')}.`);
  for (const name of ['body', 'base64Body'])
    if (message[name] !== undefined && typeof message[name] !== 'string') problem(`${path}.${name}`, 'Give a text.');
  const { delay } = message;
  if (delay !== undefined && !(typeof delay === 'number' && delay >= 0))
    problem(`${path}.delay`, 'A delay is a number of milliseconds.');
}

function checkClose(close: unknown, path: string, problem: Problem): void {
  if (!isObject(close)) {
    problem(path, 'Give an object, such as { "code": 1000, "reason": "done" }.');
    return;
  }
  const { code, reason } = close;
  const isCode =
    typeof code === 'number' && (code === 1000 || (code >= 1007 && code <= 1014) || (code >= 3000 && code < 5000));
  if (code !== undefined && !isCode) problem(`${path}.code`, 'Use 1000, 1007 to 1014, or 3000 to 4999.');
  if (reason !== undefined && (typeof reason !== 'string' || reason.length > 120))
    problem(`${path}.reason`, 'Give a text of at most 120 characters.');
}
