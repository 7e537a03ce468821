import type { FormField, HttpStep } from '@touchstone/engine-http/core';
import { findHeader } from '../step-parts.ts';
import { encodedForm } from '../url-rows.ts';
import { impliedTypes } from '../written-body.ts';
import { enabledRows, fullUrl, graphqlText } from './plain-request.ts';
import { quoteBash, quoteCmd } from './quote-shell.ts';

/** CurlOptions select the shell that the command is written for. */
export interface CurlOptions {
  /** Default `bash`. */
  shell?: 'bash' | 'cmd';
}

/** exportCurl writes a step as a curl command that sends the same request; `{{variables}}` stay unchanged. */
export function exportCurl(step: HttpStep, { shell = 'bash' }: CurlOptions = {}): string {
  const quote = shell === 'bash' ? quoteBash : quoteCmd;
  const lines = argumentsOf(step).map(([name, value]) => (value === undefined ? name : `${name} ${quote(value)}`));
  return ['curl', ...lines].join(shell === 'bash' ? ' \\\n  ' : ' ^\n  ');
}

/** The engine encodes characters that aren't allowed in an address; curl would reject them or send them unencoded. */
const sendable = (url: string): string =>
  url
    .toWellFormed()
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/[^\u0021-\u007e]+|["<>`]/g, encodeURIComponent)))
    .join('');

type Argument = [name: string, value?: string];

/** Whether curl would read braces or brackets as glob patterns; braces of variables count, too. */
const hasPattern = (url: string): boolean => /[{}[\]]/.test(url);

function argumentsOf(step: HttpStep): Argument[] {
  const url = sendable(fullUrl(step));
  const body = bodyArguments(step);
  const implied = step.body.type === 'none' ? 'GET' : 'POST';
  const method = step.method.trim() || 'GET';
  return [
    ...(hasPattern(url) ? [['-g'] as Argument] : []),
    ...methodArguments(method, implied),
    ['--url', url],
    ...headerArguments(step),
    ...authenticationArguments(step),
    ...body,
    ...settingArguments(step),
  ];
}

function methodArguments(method: string, implied: string): Argument[] {
  if (method === implied) return [];
  return method === 'HEAD' && implied === 'GET' ? [['-I']] : [['-X', method]];
}

function headerArguments(step: HttpStep): Argument[] {
  const headers = enabledRows(step.headers);
  const out: Argument[] = [];
  for (const [index, { key, value }] of headers.entries()) {
    const name = key.trim().toLowerCase();
    const range = /^bytes=(\S+)$/.exec(value)?.[1];
    // As an option it comes before curl's own headers, where an import puts it.
    if (index === 0 && name === 'range' && range !== undefined) out.push(['-r', range]);
    else out.push(['-H', value === '' ? `${key.trim()};` : `${key.trim()}: ${value}`]);
    if (name === 'accept-encoding') out.push(['--compressed']);
  }
  const type =
    step.body.type === 'binary' ? (step.body.contentType ?? 'application/octet-stream') : impliedTypes[step.body.type];
  const { authentication } = step;
  if (
    authentication.type === 'apiKey' &&
    authentication.in === 'header' &&
    findHeader(headers, authentication.key) === undefined
  )
    out.push(['-H', `${authentication.key.trim()}: ${authentication.value}`]);
  if (type !== undefined && step.body.type !== 'urlencoded' && findHeader(headers, 'Content-Type') === undefined)
    out.push(['-H', `Content-Type: ${type}`]);
  return out;
}

function authenticationArguments({ authentication, headers }: HttpStep): Argument[] {
  // The engine uses a header written by the user instead.
  if (findHeader(headers, 'Authorization') !== undefined) return [];
  switch (authentication.type) {
    case 'basic':
      return [['-u', `${authentication.username}:${authentication.password}`]];
    case 'digest':
      return [['--digest'], ['-u', `${authentication.username}:${authentication.password}`]];
    case 'ntlm': {
      const { domain, username, password } = authentication;
      return [['--ntlm'], ['-u', `${domain ? `${domain}\\` : ''}${username}:${password}`]];
    }
    case 'bearer':
      return [['--oauth2-bearer', authentication.token.trim()]];
    case 'oauth2':
      return [['-H', `Authorization: ${authentication.tokenType.trim() || 'Bearer'} ${authentication.token.trim()}`]];
    case 'oauth2Grant':
      return [['--oauth2-bearer', '{{accessToken}}']];
    case 'awsV4': {
      const { sessionToken, accessKeyId, secretAccessKey, region, service } = authentication;
      return [
        ['--aws-sigv4', `aws:amz:${region}:${service}`],
        ['-u', `${accessKeyId}:${secretAccessKey}`],
        ...(sessionToken ? [['-H', `X-Amz-Security-Token: ${sessionToken}`] as Argument] : []),
      ];
    }
    default:
      return [];
  }
}

function bodyArguments({ body, method }: HttpStep): Argument[] {
  switch (body.type) {
    case 'none':
      return [];
    case 'urlencoded':
      return [['--data-raw', encodedForm(body.fields)]];
    case 'graphql':
      return [['--data-raw', graphqlText(body)]];
    case 'binary':
      return [['--data-binary', `@${body.fileId || 'file'}`]];
    case 'form':
      return enabledRows(body.fields).map(formArgument);
    default:
      return body.content === '' && /^(GET|HEAD)$/i.test(method) ? [] : [['--data-raw', body.content]];
  }
}

function formArgument(field: FormField): Argument {
  const type = field.contentType ? `;type=${field.contentType.replace(/[\r\n;]+/g, ' ')}` : '';
  if (field.kind === 'file') {
    const name = field.fileName || 'file';
    return ['-F', `${field.key}=@${formQuoted(name)}${type}`];
  }
  if (type === '') return ['--form-string', `${field.key}=${field.value}`];
  return ['-F', `${field.key}=${formQuoted(field.value)}${type}`];
}

const formQuoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

function settingArguments({ settings }: HttpStep): Argument[] {
  const out: Argument[] = [];
  if (settings.followRedirects !== false) out.push(['-L']);
  if (settings.maxRedirects !== undefined) out.push(['--max-redirs', String(settings.maxRedirects)]);
  if (settings.verifyCertificate === false) out.push(['-k']);
  if (settings.timeoutMs !== undefined) out.push(['--max-time', String(settings.timeoutMs / 1000)]);
  return out;
}
