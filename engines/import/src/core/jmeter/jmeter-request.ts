import type { FormField, HttpBody, HttpStep, KeyValue } from '@touchstone/engine-http/core';
import { fileParts } from '../named-files.ts';
import type { Reader } from './jmeter-assertions.ts';
import { argumentsOf, collectionOf, propertyGroup, propertyOf, type XmlNode } from './jmeter-values.ts';

type RequestParts = Pick<HttpStep, 'method' | 'url' | 'queryParams' | 'body' | 'settings'>;

/**
 * jmeterRequest makes the request of an HTTP sampler; `defaults` are the HTTP Request Defaults in scope, nearest first.
 */
export function jmeterRequest(
  sampler: XmlNode,
  defaults: readonly XmlNode[],
  headers: readonly KeyValue[],
  reader: Reader,
): RequestParts {
  const property = (name: string): string => {
    for (const holder of [sampler, ...defaults]) {
      const value = propertyOf(holder, name);
      if (value !== undefined && value.trim() !== '') return reader.text(value).trim();
    }
    return '';
  };
  const method = (property('HTTPSampler.method') || 'GET').toUpperCase();
  const url = urlOf(property);
  const rows = [...defaults.toReversed(), sampler].flatMap((holder) => {
    const group = propertyGroup(holder, 'HTTPsampler.Arguments');
    return group ? argumentsOf(group) : [];
  });
  const values = rows.map(({ name, value }): KeyValue => ({ key: reader.text(name), value: reader.text(value) }));
  const isRaw =
    propertyOf(sampler, 'HTTPSampler.postBodyRaw') === 'true' ||
    (values.length > 0 && values.every(({ key }) => key.trim() === ''));
  const files = filesOf(sampler, reader);
  const isInUrl = !isRaw && files.length === 0 && /^(GET|HEAD|DELETE|OPTIONS|TRACE)$/.test(method);
  const isMultipart =
    propertyOf(sampler, 'HTTPSampler.DO_MULTIPART_POST') === 'true' || files.some(({ key }) => key !== '');
  return {
    method,
    url,
    queryParams: isInUrl ? values : [],
    body: isInUrl ? { type: 'none' } : bodyOf({ values, files, isRaw, isMultipart }, headers, reader),
    settings: settingsOf(property, sampler),
  };
}

function urlOf(property: (name: string) => string): string {
  const path = property('HTTPSampler.path');
  if (/^https?:\/\//i.test(path)) return path;
  const domain = property('HTTPSampler.domain');
  const protocol = (property('HTTPSampler.protocol') || 'http').replace(/:\/*$/, '');
  const port = property('HTTPSampler.port');
  const isDefault =
    port === '' || port === '0' || (protocol === 'http' && port === '80') || (protocol === 'https' && port === '443');
  // A path given by a single variable may include the leading slash.
  const separator = path === '' || path.startsWith('/') || path.startsWith('{{') ? '' : '/';
  return `${protocol}://${domain || '{{host}}'}${isDefault ? '' : `:${port}`}${separator}${path}`;
}

function settingsOf(property: (name: string) => string, sampler: XmlNode): HttpStep['settings'] {
  const is = (name: string) => propertyOf(sampler, name);
  const follows = is('HTTPSampler.follow_redirects') !== 'false' || is('HTTPSampler.auto_redirects') === 'true';
  const timeoutMs = Number(property('HTTPSampler.response_timeout'));
  return {
    ...(!follows && { followRedirects: false }),
    ...(Number.isInteger(timeoutMs) && timeoutMs > 0 && { timeoutMs }),
  };
}

function filesOf(sampler: XmlNode, { text, problem, files }: Reader): FormField[] {
  const group = propertyGroup(sampler, 'HTTPsampler.Files');
  const items = group ? collectionOf(group, 'HTTPFileArgs.files') : [];
  const old = propertyOf(sampler, 'HTTPSampler.FILE_NAME');
  const fields = items.map((item) => ({
    path: text(propertyOf(item, 'File.path') ?? item.getAttribute('name') ?? ''),
    key: text(propertyOf(item, 'File.paramname') ?? ''),
    contentType: text(propertyOf(item, 'File.mimetype') ?? ''),
  }));
  if (old)
    fields.push({
      path: text(old),
      key: text(propertyOf(sampler, 'HTTPSampler.FILE_FIELD') ?? ''),
      contentType: text(propertyOf(sampler, 'HTTPSampler.MIMETYPE') ?? ''),
    });
  return fields
    .filter(({ path }) => path !== '')
    .map(({ path, key, contentType }): FormField => {
      const shared = { key, value: '', kind: 'file' as const, ...(contentType !== '' && { contentType }) };
      if (files !== undefined) return { ...shared, ...fileParts(path, files) };
      problem(`The file ${path} is sent${key === '' ? ' as the body' : ` in the field ${key}`}. Choose it again here.`);
      return { ...shared, ...fileParts(path, files), enabled: false };
    });
}

function bodyOf(
  from: { values: KeyValue[]; files: FormField[]; isRaw: boolean; isMultipart: boolean },
  headers: readonly KeyValue[],
  reader: Reader,
): HttpBody {
  const { values, files, isRaw, isMultipart } = from;
  // A single file without a field name is the whole body, which has to be selected first.
  if (files.length > 0 && !isMultipart) {
    const [{ fileId, contentType } = {}] = files;
    if (fileId === undefined) return { type: 'none' };
    return { type: 'binary', fileId, ...(contentType === undefined ? {} : { contentType }) };
  }
  if (isRaw) {
    const content = values.map(({ value }) => value).join('');
    if (content === '') return { type: 'none' };
    return { type: kindOf(content, headers), content };
  }
  if (isMultipart)
    return {
      type: 'form',
      fields: [...values.map((row): FormField => ({ ...row, kind: 'text' })), ...files.filter(({ key }) => key !== '')],
    };
  if (values.length === 0) return { type: 'none' };
  const type = headers.find(({ key }) => /^content-type$/i.test(key))?.value ?? '';
  if (/json|xml/i.test(type)) reader.problem(`The parameters are sent as a form although Content-Type says ${type}.`);
  return { type: 'urlencoded', fields: values };
}

function kindOf(content: string, headers: readonly KeyValue[]): 'json' | 'xml' | 'text' {
  const type = headers.find(({ key }) => /^content-type$/i.test(key))?.value;
  if (type !== undefined && !type.includes('{{'))
    return /json/i.test(type) ? 'json' : /xml/i.test(type) ? 'xml' : 'text';
  if (/^\s*(?:\[|\{(?!\{))/.test(content)) return 'json';
  return /^\s*</.test(content) ? 'xml' : 'text';
}
