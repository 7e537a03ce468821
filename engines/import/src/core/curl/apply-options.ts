import { row } from '../step-parts.ts';
import { addForm } from './form-option.ts';
import { type OptionContext, readNamed } from './option-files.ts';
import type { CurlOption } from './options.ts';
import type { RequestDraft } from './request-draft.ts';

type Apply = (context: OptionContext, value: string, isOn: boolean) => void;

const baseName = (path: string): string => path.split(/[\\/]/).at(-1) || path;

const effects: Record<string, Apply> = {
  url: ({ draft }, value) => draft.urls.push(value),
  request: ({ draft }, value) => {
    draft.method = value;
  },
  header: applyHeader,
  data: (context, value) => addData(context, value, { readsFiles: true, stripsLines: true }),
  'data-ascii': (context, value) => addData(context, value, { readsFiles: true, stripsLines: true }),
  'data-binary': (context, value) => addData(context, value, { readsFiles: true }),
  'data-raw': (context, value) => addData(context, value, {}),
  'data-urlencode': (context, value) => {
    const encoded = urlEncoded(context, value);
    if (encoded !== undefined) addData(context, encoded, {});
  },
  json: (context, value) => {
    context.draft.isJson = true;
    addData(context, value, { readsFiles: true, isJoinedDirectly: true });
  },
  form: (context, value) => context.draft.form.push(...addForm(value, context)),
  'form-string': ({ draft, note }, value) => {
    const equals = value.indexOf('=');
    if (equals === -1) note(`The form field ${value} has no equals sign and was left out.`);
    else draft.form.push({ key: value.slice(0, equals), value: value.slice(equals + 1), kind: 'text' });
  },
  get: ({ draft }, _, isOn) => {
    draft.isGet = isOn;
  },
  head: ({ draft }, _, isOn) => {
    draft.isHead = isOn;
  },
  user: ({ draft }, value) => {
    draft.user = value;
  },
  'user-agent': ({ draft }, value) => {
    draft.userAgent = value;
  },
  referer: ({ draft }, value) => {
    draft.referer = value.replace(/;auto$/, '') || undefined;
  },
  cookie: ({ draft, note }, value) => {
    if (value.includes('=') || value.includes('{{')) draft.cookies.push(value);
    else if (value !== '') note(`The cookie file ${baseName(value)} is not read. Add the cookies as a header.`);
  },
  insecure: ({ draft }, _, isOn) => setting(draft, 'verifyCertificate', !isOn),
  location: ({ draft }, _, isOn) => setting(draft, 'followRedirects', isOn),
  'location-trusted': ({ draft, note }, _, isOn) => {
    setting(draft, 'followRedirects', isOn);
    if (isOn) note('Credentials are not sent to other hosts after a redirect, as --location-trusted asks for.');
  },
  'max-redirs': ({ draft }, value) => {
    if (/^\d+$/.test(value)) draft.settings.maxRedirects = Number(value);
  },
  'max-time': ({ draft }, value) => {
    const seconds = Number(value);
    if (Number.isFinite(seconds) && seconds > 0) draft.settings.timeoutMs = Math.round(seconds * 1000);
  },
  globoff: ({ draft }, _, isOn) => {
    draft.isGlobOff = isOn;
  },
  'upload-file': ({ draft }, value) => {
    draft.uploads.push(value);
  },
  'oauth2-bearer': ({ draft }, value) => {
    draft.bearer = value;
  },
  'aws-sigv4': ({ draft }, value) => {
    draft.awsSigV4 = value;
  },
  digest: ({ draft }, _, isOn) => {
    draft.login = isOn ? 'digest' : 'basic';
  },
  ntlm: ({ draft }, _, isOn) => {
    draft.login = isOn ? 'ntlm' : 'basic';
  },
  basic: ({ draft }) => {
    draft.login = 'basic';
  },
  compressed: ({ draft }, _, isOn) => {
    draft.isCompressed = isOn;
  },
  range: ({ draft }, value) => {
    draft.range = value;
  },
  'url-query': (context, value) => {
    const piece = value.startsWith('+') ? value.slice(1) : urlEncoded(context, value);
    if (piece !== undefined) context.draft.urlQuery.push(piece);
  },
  'proto-default': ({ draft }, value) => {
    draft.scheme = value;
  },
  config: ({ note }, value) =>
    note(`The configuration file ${baseName(value)} is not read. Enter its options by hand.`),
};

const notes: Record<string, string> = {
  proxy: 'The proxy was left out. Set it for the environment.',
  preproxy: 'The proxy was left out. Set it for the environment.',
  socks4: 'The SOCKS proxy was left out.',
  socks4a: 'The SOCKS proxy was left out.',
  socks5: 'The SOCKS proxy was left out.',
  'socks5-hostname': 'The SOCKS proxy was left out.',
  'proxy-user': 'The credentials of the proxy were left out. Set them for the environment.',
  'proxy-header': 'The header for the proxy was left out.',
  cacert: 'The file of the certificate authority is not read. Name it in NODE_EXTRA_CA_CERTS of the server.',
  capath:
    'The folder of certificate authorities is not read. Name a file of them in NODE_EXTRA_CA_CERTS of the server.',
  cert: 'The client certificate is not read. Add it under Certificates.',
  key: 'The private key is not read. Add it under Certificates.',
  pass: 'The pass phrase of the private key was left out. Enter it under Certificates.',
  netrc: 'The file .netrc is not read. Enter the user name and password.',
  'netrc-file': 'The file .netrc is not read. Enter the user name and password.',
  'netrc-optional': 'The file .netrc is not read. Enter the user name and password.',
  negotiate: 'Negotiate authentication is not supported; Basic is sent.',
  anyauth: 'The kind of authentication is not negotiated; Basic is sent.',
  resolve: 'The fixed address of --resolve was left out.',
  'connect-to': 'The other host of --connect-to was left out.',
  'unix-socket': 'Unix sockets are not supported.',
  'abstract-unix-socket': 'Unix sockets are not supported.',
  'request-target': 'The request target of --request-target was left out.',
  'time-cond': 'The time condition was left out. Add the header If-Modified-Since.',
  'continue-at': 'The offset of --continue-at was left out. Add the header Range.',
  variable: 'Variables of curl are not read.',
  'expand-url': 'Options that begin with --expand are not read.',
  'expand-data': 'Options that begin with --expand are not read.',
  'expand-header': 'Options that begin with --expand are not read.',
  'etag-compare': 'The ETag file is not read. Add the header If-None-Match.',
};

/** applyOption applies one option to the draft; options for output, logging and the connection have no effect. */
export function applyOption({ name, value, isOff }: CurlOption, context: OptionContext): void {
  const effect = effects[name];
  if (effect !== undefined) effect(context, value, !isOff);
  else if (notes[name] !== undefined && !isOff) context.note(notes[name]);
}

function setting(draft: RequestDraft, name: 'verifyCertificate' | 'followRedirects', value: boolean): void {
  if (value) delete draft.settings[name];
  else draft.settings[name] = false;
}

/** `Name: value` is sent, `Name:` removes one of curl's own headers, `Name;` is sent empty. */
function applyHeader(context: OptionContext, written: string): void {
  const { draft, note } = context;
  if (written.startsWith('@')) {
    const lines = readNamed(written.slice(1), context);
    if (lines !== undefined) {
      for (const line of lines.split(/\r?\n/)) if (/^[^@\s]/.test(line)) applyHeader(context, line);
    } else note(`The file ${baseName(written.slice(1))} of headers is not read. Add its headers by hand.`);
    return;
  }
  const text = written.trim();
  const colon = text.indexOf(':');
  const name = text.slice(0, colon).trim();
  const value = text.slice(colon + 1).trim();
  if (colon === -1) {
    if (text.endsWith(';')) draft.headers.push(row(text.slice(0, -1).trimEnd(), ''));
    else note(`The header ${JSON.stringify(text.slice(0, 80))} has no colon and was left out.`);
  } else if (value !== '') draft.headers.push(row(name, value));
  else draft.removed.push(name.toLowerCase());
}

interface DataRules {
  readsFiles?: boolean;
  stripsLines?: boolean;
  isJoinedDirectly?: boolean;
}

function addData(context: OptionContext, value: string, rules: DataRules): void {
  const { draft } = context;
  const isFile = rules.readsFiles === true && value.startsWith('@');
  const text = isFile ? dataOfFile(context, value.slice(1), rules) : value;
  if (text === undefined) return;
  if (draft.file) {
    draft.data = readNamed(draft.file, context);
    draft.file = undefined;
  }
  if (draft.data === undefined) draft.data = text;
  else draft.data += rules.isJoinedDirectly ? text : `&${text}`;
}

/** The text that a file adds to the body; undefined if the file is the whole body or cannot be read. */
function dataOfFile(context: OptionContext, file: string, { stripsLines }: DataRules): string | undefined {
  const { draft, stdin, files, note } = context;
  const isFirst = draft.data === undefined && draft.file === undefined;
  // A file that is the whole body is sent as bytes; it need not be text.
  if (file !== '-' && files !== undefined && isFirst && !stripsLines) {
    draft.file = file;
    return undefined;
  }
  const content = file === '-' ? stdin : readNamed(file, context);
  if (content !== undefined) return stripsLines ? content.replace(/[\r\n\0]/g, '') : content;
  note(
    `The body is read from ${file === '-' ? 'another program' : `the file ${baseName(file)}`}. Choose the file or enter its content.`,
  );
  draft.file ??= '';
  return undefined;
}

/** Handles the forms of --data-urlencode: `content`, `=content`, `name=content`, `@file`, `name@file`. */
function urlEncoded(context: OptionContext, value: string): string | undefined {
  const { note, stdin } = context;
  const split = /[=@]/.exec(value);
  const name = split === null ? '' : value.slice(0, split.index);
  const content = split === null ? value : value.slice(split.index + 1);
  const prefix = name === '' ? '' : `${name}=`;
  if (split?.[0] !== '@') return prefix + percentEncoded(content);
  const text = content === '-' ? stdin : readNamed(content, context);
  if (text !== undefined) return prefix + percentEncoded(text);
  note(`The file ${baseName(content)} of the field ${name || '(without a name)'} is not read. Enter its content.`);
  return name === '' ? undefined : prefix;
}

/** curl keeps only unreserved characters and writes a space as a plus sign; variables stay. */
const percentEncoded = (text: string): string =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : encodeURIComponent(part.toWellFormed())
            .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
            .replaceAll('%20', '+'),
    )
    .join('');
