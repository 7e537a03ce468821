import type { HttpAuthentication, HttpBody, HttpStep, KeyValue } from '@touchstone/engine-http/core';
import { awsOf } from '../authentications.ts';
import { fileParts, type NamedFiles } from '../named-files.ts';
import { findHeader, newStep, row } from '../step-parts.ts';
import { splitQuery } from '../url-rows.ts';
import { bodyOfText, dropImpliedType } from '../written-body.ts';
import { readNamed } from './option-files.ts';
import type { RequestDraft } from './request-draft.ts';
import { expandGlobs } from './url-globs.ts';

type Note = (reason: string) => void;

/** The encodings that this version of curl offers with --compressed. */
const compressedEncodings = 'deflate, gzip, br, zstd';

/** stepsOf makes one request for every address in the command. */
export function stepsOf(draft: RequestDraft, note: Note, files?: NamedFiles): HttpStep[] {
  const expand = (text: string, problem: string): string[] => {
    const expanded = draft.isGlobOff ? [text] : expandGlobs(text);
    if (expanded === undefined) note(problem);
    return expanded ?? [text];
  };
  // Files are matched to addresses in the order of the command. Each file of a pattern is sent to each address of one.
  const sent = draft.urls.flatMap((written, index): Sent[] => {
    const start = written.slice(0, 120);
    const urls = expand(written, `The pattern in ${start} stands for more than 20 addresses; it was left as it is.`);
    const file = draft.uploads[index];
    if (file === undefined) return urls.map((url) => ({ url, upload: undefined }));
    const problem = `The pattern ${file.slice(0, 120)} of -T stands for more than 20 files; it was left as it is.`;
    return expand(file, problem).flatMap((upload) => urls.map((url) => ({ url, upload })));
  });
  noteRemoved(draft, note);
  if (draft.isGet && draft.file) draft.data ??= readNamed(draft.file, { files, note });
  return sent.map(({ url, upload }) => stepOf(url, { ...draft, upload, files }, note));
}

interface Sent {
  url: string;
  upload: string | undefined;
}

/** One address of a command, with the file to upload to it. */
type AddressDraft = RequestDraft & { upload: string | undefined; files: NamedFiles | undefined };

function noteRemoved({ removed, headers }: RequestDraft, note: Note): void {
  for (const name of removed) {
    if (['expect', 'transfer-encoding', 'connection', 'content-length'].includes(name)) continue;
    if (findHeader(headers, name) === undefined)
      note(`The command takes the header ${name} away; a default is sent where the request needs one.`);
  }
}

function stepOf(written: string, draft: AddressDraft, note: Note): HttpStep {
  const headers = headersOf(draft);
  const body = bodyOf(draft, headers, note);
  dropImpliedType(headers, body);
  const url = addressOf(written, draft, note);
  return newStep({
    method: methodOf(draft),
    ...splitQuery(url),
    headers,
    body,
    authentication: authenticationOf(draft, url, note),
    settings: { ...draft.settings },
  });
}

function methodOf({ method, isHead, isGet, upload, data, file, form }: AddressDraft): string {
  if (method !== undefined && method.trim() !== '') return method.trim();
  if (isHead) return 'HEAD';
  if (isGet) return 'GET';
  if (upload !== undefined) return 'PUT';
  return data !== undefined || file !== undefined || form.length > 0 ? 'POST' : 'GET';
}

/** curl's own headers come before the command's, in this order; an explicit Accept keeps its place among them. */
function headersOf(draft: RequestDraft): KeyValue[] {
  const own: KeyValue[] = [];
  const has = (name: string) => findHeader(draft.headers, name) !== undefined;
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined && value !== '' && !has(name)) own.push(row(name, value));
  };
  const hasOwn = draft.userAgent || draft.referer || draft.cookies.length > 0 || draft.isCompressed || draft.range;
  add(
    'Range',
    draft.range === undefined ? undefined : `bytes=${draft.range.includes('-') ? draft.range : `${draft.range}-`}`,
  );
  add('User-Agent', draft.userAgent);
  if (hasOwn && !draft.removed.includes('accept') && !draft.isJson) add('Accept', '*/*');
  add('Accept-Encoding', draft.isCompressed ? compressedEncodings : undefined);
  add('Referer', draft.referer);
  if (draft.cookies.length > 0) own.push(row('Cookie', draft.cookies.join(';')));
  const headers = [...own, ...draft.headers.map((header) => ({ ...header }))];
  if (draft.isJson && !has('Content-Type')) headers.push(row('Content-Type', 'application/json'));
  if (draft.isJson && !has('Accept')) headers.push(row('Accept', 'application/json'));
  return headers;
}

const formType = 'application/x-www-form-urlencoded';

function bodyOf(draft: AddressDraft, headers: KeyValue[], note: Note): HttpBody {
  const written = findHeader(headers, 'Content-Type');
  if (draft.upload !== undefined) {
    const isPiped = draft.upload === '-' || draft.upload === '.';
    const { fileId = '', fileName = '' } = isPiped ? {} : fileParts(draft.upload, draft.files);
    if (isPiped) note('The body is read from another program. Enter it by hand.');
    else if (fileId === '') note(`The body is the file ${fileName}. Choose it again.`);
    return { type: 'binary', fileId };
  }
  if (draft.form.length > 0) {
    if (written !== undefined && /^multipart\/form-data\s*(;|$)/i.test(written.value))
      headers.splice(headers.indexOf(written), 1);
    return { type: 'form', fields: draft.form.map((field) => ({ ...field })) };
  }
  return draft.isGet ? { type: 'none' } : dataBody(draft, headers, note);
}

function dataBody(draft: RequestDraft, headers: KeyValue[], note: Note): HttpBody {
  const written = findHeader(headers, 'Content-Type');
  if (draft.data === undefined) {
    if (draft.file === undefined) return { type: 'none' };
    return { type: 'binary', fileId: draft.file, ...(written === undefined ? { contentType: formType } : {}) };
  }
  if (draft.data === '') {
    if (written === undefined) headers.push(row('Content-Type', formType));
    return { type: 'text', content: '' };
  }
  if (written === undefined && isJsonText(draft.data)) {
    note(
      'curl sends this JSON with the content type of a form, and so does the request. Add the header Content-Type: application/json if that is not meant.',
    );
    headers.push(row('Content-Type', formType));
    return { type: 'json', content: draft.data };
  }
  return bodyOfText(draft.data, formType, headers);
}

function isJsonText(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The address with the additions of -G and --url-query, and with the protocol that curl would guess. */
function addressOf(written: string, draft: AddressDraft, note: Note): string {
  let url = written.trim().replace(/^([a-z]+:)\/([^/])/i, '$1//$2');
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(url) && !url.startsWith('{{'))
    url = `${draft.scheme}://${url.replace(/^\/\//, '')}`;
  if (draft.isGlobOff) url = url.replace(/[^?#]*/, encodeBraces);
  const names = [
    ...url
      .replace(/\{\{[^{}]*\}\}/g, '')
      .split('?', 1)[0]!
      .matchAll(/\{([^{}/]+)\}/g),
  ].map(([, name]) => name);
  for (const name of names) note(`The path parameter {${name}} has no value. Enter it before you send the request.`);
  if (draft.upload !== undefined) url = namedUpload(url, draft.upload);
  const added = [...(draft.isGet && draft.data !== undefined ? [draft.data] : []), ...draft.urlQuery].filter(
    (part) => part !== '',
  );
  if (added.length === 0) return url;
  const hash = url.indexOf('#');
  const base = hash === -1 ? url : url.slice(0, hash);
  return `${base}${base.includes('?') ? '&' : '?'}${added.join('&')}`;
}

/** curl appends the file name to the address if its path is missing or ends with a slash. */
function namedUpload(url: string, file: string): string {
  const name = /^[-.]$/.test(file) ? '' : file.split(/[\\/]/).at(-1)!;
  return url.replace(/[^?#]*/, (path) => {
    const isFolder = path.endsWith('/') || /^[a-z][a-z0-9+.-]*:\/\/[^/]*$/i.test(path);
    return name !== '' && isFolder ? `${path.replace(/\/?$/, '/')}${encodeName(name)}` : path;
  });
}

const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A brace that curl sends literally is not a path parameter. */
const encodeBraces = (path: string): string =>
  path
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('{', '%7B').replaceAll('}', '%7D')))
    .join('');

function authenticationOf(draft: RequestDraft, url: string, note: Note): HttpAuthentication {
  const { user = '', bearer, awsSigV4, login } = draft;
  const colon = user.indexOf(':');
  const username = colon === -1 ? user : user.slice(0, colon);
  const password = colon === -1 ? '' : user.slice(colon + 1);
  if (awsSigV4 !== undefined) return awsAuthentication(awsSigV4, { username, password, url, note });
  if (bearer !== undefined) return { type: 'bearer', token: bearer };
  if (draft.user === undefined) return { type: 'none' };
  if (colon === -1 && !user.includes('{{')) note('curl asks for the password. Enter it.');
  return { type: login, username, password };
}

/** `provider1:provider2:region:service`; curl derives missing parts from the host name. */
function awsAuthentication(
  written: string,
  given: { username: string; password: string; url: string; note: Note },
): HttpAuthentication {
  const [provider = '', , region, service] = written.split(':');
  const host = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(given.url)?.[1]?.split('.') ?? [];
  if (!/^(aws|amz)?$/i.test(provider))
    given.note(`The signature of ${provider} is not supported; that of AWS is used.`);
  return awsOf({
    accessKeyId: given.username,
    secretAccessKey: given.password,
    sessionToken: '',
    region: region || host[1] || '',
    service: service || host[0] || '',
  });
}
