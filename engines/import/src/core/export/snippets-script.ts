import type { FormField } from '@touchstone/engine-http/core';
import type { PlainRequest } from './plain-request.ts';
import { boundary, fileOf, headersOf, isType, joinedHeaders, lines, partHead, typeOf } from './snippet-parts.ts';
import type { SnippetLanguage, SnippetWriter } from './snippets.ts';
import { doubleQuoted, phpText, powerShellText, rubyText } from './string-literals.ts';

function javascript(request: PlainRequest): string {
  const { method, url, body } = request;
  const form =
    body.kind === 'form'
      ? [
          'const form = new FormData();',
          ...body.fields.map((field) =>
            field.kind === 'file'
              ? `form.append(${doubleQuoted(field.key)}, fileInput.files[0], ${doubleQuoted(fileOf(field))});`
              : `form.append(${doubleQuoted(field.key)}, ${doubleQuoted(field.value)});`,
          ),
          '',
        ]
      : [];
  const sent = {
    none: undefined,
    form: 'form',
    file: 'fileInput.files[0]',
    text: body.kind === 'text' ? doubleQuoted(body.text) : undefined,
  }[body.kind];
  return lines(
    form,
    `const response = await fetch(${doubleQuoted(url)}, {`,
    `  method: ${doubleQuoted(method)},`,
    // A list of pairs preserves repeated headers.
    '  headers: [',
    headersOf(request).map(({ key, value }) => `    [${doubleQuoted(key)}, ${doubleQuoted(value)}],`),
    '  ],',
    sent === undefined ? undefined : `  body: ${sent},`,
    '});',
    'console.log(response.status, await response.text());',
  );
}

function node(request: PlainRequest): string {
  const { method, url, body } = request;
  const needsFile = body.kind === 'file' || (body.kind === 'form' && body.fields.some(({ kind }) => kind === 'file'));
  const form =
    body.kind === 'form'
      ? [
          'const form = new FormData();',
          ...body.fields.map((field) =>
            field.kind === 'file'
              ? `form.append(${doubleQuoted(field.key)}, new Blob([readFileSync(${doubleQuoted(fileOf(field))})]), ${doubleQuoted(fileOf(field))});`
              : `form.append(${doubleQuoted(field.key)}, ${doubleQuoted(field.value)});`,
          ),
        ]
      : [];
  const sent = {
    none: undefined,
    form: 'form',
    file: 'readFileSync("file")',
    text: body.kind === 'text' ? doubleQuoted(body.text) : undefined,
  }[body.kind];
  return lines(
    needsFile ? "import { readFileSync } from 'node:fs';" : undefined,
    "import axios from 'axios';",
    '',
    form,
    'const response = await axios.request({',
    `  method: ${doubleQuoted(method)},`,
    `  url: ${doubleQuoted(url)},`,
    '  headers: {',
    joinedHeaders(headersOf(request)).map(({ key, value }) => `    ${doubleQuoted(key)}: ${doubleQuoted(value)},`),
    // Without it axios sends a form content type with an empty body.
    body.kind === 'none' && typeOf(request) === undefined ? '    "Content-Type": false,' : undefined,
    '  },',
    sent === undefined ? undefined : `  data: ${sent},`,
    body.kind === 'text' ? '  transformRequest: [(data) => data],' : undefined,
    '  validateStatus: () => true,',
    '});',
    'console.log(response.status, response.data);',
  );
}

function python(request: PlainRequest): string {
  const { method, url, body, login } = request;
  const auth = login && `, auth=HTTPDigestAuth(${doubleQuoted(login.username)}, ${doubleQuoted(login.password)})`;
  const parts =
    body.kind === 'form'
      ? [
          'files = [',
          ...body.fields.map((field) =>
            field.kind === 'file'
              ? `    (${doubleQuoted(field.key)}, (${doubleQuoted(fileOf(field))}, open(${doubleQuoted(fileOf(field))}, "rb"))),`
              : `    (${doubleQuoted(field.key)}, (None, ${doubleQuoted(field.value)})),`,
          ),
          ']',
        ]
      : [];
  const sent = {
    none: '',
    form: ', files=files',
    file: ', data=open("file", "rb")',
    text: body.kind === 'text' ? `, data=${doubleQuoted(body.text)}.encode("utf-8")` : '',
  }[body.kind];
  return lines(
    'import requests',
    login && 'from requests.auth import HTTPDigestAuth',
    '',
    'headers = {',
    joinedHeaders(headersOf(request)).map(({ key, value }) => `    ${doubleQuoted(key)}: ${doubleQuoted(value)},`),
    '}',
    parts,
    `response = requests.request(${doubleQuoted(method)}, ${doubleQuoted(url)}, headers=headers${sent}${auth ?? ''})`,
    'print(response.status_code, response.text)',
  );
}

/** Keys of a PHP array are unique, so a form with repeated names is written as a multipart body. */
function phpForm(fields: readonly FormField[]): { type?: string; content: string } {
  const names = fields.map(({ key }) => key);
  const sentAs = (field: FormField) =>
    field.kind === 'file' ? `new CURLFile(${phpText(fileOf(field))})` : phpText(field.value);
  if (new Set(names).size === names.length)
    return { content: `[${fields.map((field) => `${phpText(field.key)} => ${sentAs(field)}`).join(', ')}]` };
  const parts = fields.flatMap((field) => [
    phpText(`--${boundary}`),
    phpText(partHead(field)),
    "''",
    field.kind === 'file' ? `file_get_contents(${phpText(fileOf(field))})` : phpText(field.value),
  ]);
  const written = [...parts, phpText(`--${boundary}--`), "''"].map((part) => `        ${part},`);
  return {
    type: `Content-Type: multipart/form-data; boundary=${boundary}`,
    content: lines('implode("\\r\\n", [', written, '    ])'),
  };
}

function php(request: PlainRequest): string {
  const { method, url, body, login } = request;
  const form = body.kind === 'form' ? phpForm(body.fields) : undefined;
  const content = {
    none: undefined,
    file: "file_get_contents('file')",
    text: body.kind === 'text' ? phpText(body.text) : undefined,
    form: form?.content,
  }[body.kind];
  return lines(
    '<?php',
    `$curl = curl_init(${phpText(url)});`,
    'curl_setopt_array($curl, [',
    '    CURLOPT_RETURNTRANSFER => true,',
    `    CURLOPT_CUSTOMREQUEST => ${phpText(method)},`,
    '    CURLOPT_HTTPHEADER => [',
    headersOf(request).map(({ key, value }) => `        ${phpText(value === '' ? `${key};` : `${key}: ${value}`)},`),
    form?.type && `        ${phpText(form.type)},`,
    '    ],',
    content && `    CURLOPT_POSTFIELDS => ${content},`,
    login && [
      `    CURLOPT_HTTPAUTH => CURLAUTH_${login.kind.toUpperCase()},`,
      `    CURLOPT_USERPWD => ${phpText(`${login.domain === '' ? '' : `${login.domain}\\`}${login.username}:${login.password}`)},`,
    ],
    ']);',
    '$body = curl_exec($curl);',
    'echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\\n", $body;',
  );
}

function ruby(request: PlainRequest): string {
  const { method, url, body } = request;
  const form =
    body.kind === 'form'
      ? `request.set_form([${body.fields.map((field) => `[${rubyText(field.key)}, ${field.kind === 'file' ? `File.open(${rubyText(fileOf(field))})` : rubyText(field.value)}]`).join(', ')}], "multipart/form-data")`
      : {
          none: undefined,
          file: 'request.body = File.binread("file")',
          text: body.kind === 'text' ? `request.body = ${rubyText(body.text)}` : undefined,
        }[body.kind];
  return lines(
    'require "net/http"',
    '',
    `uri = URI(${rubyText(url)})`,
    `request = Net::HTTPGenericRequest.new(${rubyText(method)}, ${body.kind === 'none' ? 'false' : 'true'}, ${method === 'HEAD' ? 'false' : 'true'}, uri)`,
    headersOf(request).map(({ key, value }, index, all) => {
      const isRepeated = all.slice(0, index).some((known) => known.key.toLowerCase() === key.toLowerCase());
      return isRepeated
        ? `request.add_field(${rubyText(key)}, ${rubyText(value)})`
        : `request[${rubyText(key)}] = ${rubyText(value)}`;
    }),
    form,
    'response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https") { |http| http.request(request) }',
    'puts response.code, response.body',
  );
}

/** Keys of a PowerShell hashtable are unique; a list value is sent as one part per item. */
function powerShellFields(fields: readonly FormField[]): string[] {
  const sentAs = (field: FormField) =>
    field.kind === 'file' ? `Get-Item ${powerShellText(fileOf(field))}` : powerShellText(field.value);
  return [...Map.groupBy(fields, ({ key }) => key)].map(([key, [first, ...others]]) => {
    const value =
      others.length === 0
        ? sentAs(first!)
        : `@(${[first!, ...others].map((field) => `(${sentAs(field)})`).join(', ')})`;
    return `    ${powerShellText(key)} = ${value}`;
  });
}

function powershell(request: PlainRequest): string {
  const { method, url, body } = request;
  const type = typeOf(request);
  const form = body.kind === 'form' ? ['$form = @{', ...powerShellFields(body.fields), '}'] : [];
  const sent = {
    none: '',
    form: ' -Form $form',
    file: " -InFile 'file'",
    text: body.kind === 'text' ? ` -Body ([Text.Encoding]::UTF8.GetBytes(${powerShellText(body.text)}))` : '',
  }[body.kind];
  return lines(
    '$headers = @{',
    joinedHeaders(request.headers.filter((header) => !isType(header))).map(
      ({ key, value }) => `    ${powerShellText(key)} = ${powerShellText(value)}`,
    ),
    '}',
    form,
    `$response = Invoke-WebRequest -CustomMethod ${powerShellText(method)} -Uri ${powerShellText(url)} -Headers $headers${type === undefined || body.kind === 'form' ? '' : ` -ContentType ${powerShellText(type)}`}${sent} -SkipHttpErrorCheck`,
    '$response.StatusCode',
    '$response.Content',
  );
}

/** Interpreted languages. */
export const scriptSnippets = { javascript, node, python, php, ruby, powershell } satisfies Partial<
  Record<SnippetLanguage, SnippetWriter>
>;
