import type { FormField } from '@touchstone/engine-http/core';
import type { PlainRequest } from './plain-request.ts';
import { fileOf, headersBeside, headersOf, isType, lines, typeOf } from './snippet-parts.ts';
import type { SnippetLanguage, SnippetWriter } from './snippets.ts';
import { doubleQuoted } from './string-literals.ts';

function java(request: PlainRequest): string {
  const { method, url, body } = request;
  const type = typeOf(request);
  const media = type === undefined ? 'null' : `MediaType.parse(${doubleQuoted(type)})`;
  const bodyLines = {
    none: [
      /^(POST|PUT|PATCH)$/.test(method)
        ? 'RequestBody body = RequestBody.create(new byte[0], null);'
        : 'RequestBody body = null;',
    ],
    text: [
      `RequestBody body = RequestBody.create(${body.kind === 'text' ? doubleQuoted(body.text) : '""'}.getBytes(StandardCharsets.UTF_8), ${media});`,
    ],
    file: [`RequestBody body = RequestBody.create(new File("file"), ${media});`],
    form:
      body.kind === 'form'
        ? [
            'RequestBody body = new MultipartBody.Builder().setType(MultipartBody.FORM)',
            ...body.fields.map((field) =>
              field.kind === 'file'
                ? `    .addFormDataPart(${doubleQuoted(field.key)}, ${doubleQuoted(fileOf(field))}, RequestBody.create(new File(${doubleQuoted(fileOf(field))}), null))`
                : `    .addFormDataPart(${doubleQuoted(field.key)}, ${doubleQuoted(field.value)})`,
            ),
            '    .build();',
          ]
        : [],
  }[body.kind];
  return lines(
    'import java.io.File;',
    'import java.nio.charset.StandardCharsets;',
    'import okhttp3.*;',
    '',
    'OkHttpClient client = new OkHttpClient();',
    bodyLines,
    'Request request = new Request.Builder()',
    `    .url(${doubleQuoted(url)})`,
    `    .method(${doubleQuoted(method)}, body)`,
    headersBeside(request).map(({ key, value }) => `    .addHeader(${doubleQuoted(key)}, ${doubleQuoted(value)})`),
    '    .build();',
    'try (Response response = client.newCall(request).execute()) {',
    '    System.out.println(response.code() + " " + response.body().string());',
    '}',
  );
}

function csharp(request: PlainRequest): string {
  const { method, url, body, login } = request;
  const account = login && [login.username, login.password, ...(login.domain === '' ? [] : [login.domain])];
  const type = typeOf(request);
  const content = {
    // The type belongs to the content, so a request without a body needs an empty one.
    none: type === undefined ? [] : ['request.Content = new ByteArrayContent(Array.Empty<byte>());'],
    text: [
      `request.Content = new ByteArrayContent(System.Text.Encoding.UTF8.GetBytes(${body.kind === 'text' ? doubleQuoted(body.text) : '""'}));`,
    ],
    file: ['request.Content = new StreamContent(System.IO.File.OpenRead("file"));'],
    form:
      body.kind === 'form'
        ? [
            'var form = new MultipartFormDataContent();',
            ...body.fields.map((field) =>
              field.kind === 'file'
                ? `form.Add(new StreamContent(System.IO.File.OpenRead(${doubleQuoted(fileOf(field))})), ${doubleQuoted(field.key)}, ${doubleQuoted(fileOf(field))});`
                : `form.Add(new StringContent(${doubleQuoted(field.value)}), ${doubleQuoted(field.key)});`,
            ),
            'request.Content = form;',
          ]
        : [],
  }[body.kind];
  return lines(
    account && 'using System.Net;',
    'using System.Net.Http;',
    '',
    account === undefined
      ? 'using var client = new HttpClient();'
      : [
          `var account = new NetworkCredential(${account.map(doubleQuoted).join(', ')});`,
          'using var client = new HttpClient(new HttpClientHandler { Credentials = account });',
        ],
    `using var request = new HttpRequestMessage(new HttpMethod(${doubleQuoted(method)}), ${doubleQuoted(url)});`,
    request.headers
      .filter((header) => !isType(header))
      .map(
        ({ key, value }) => `request.Headers.TryAddWithoutValidation(${doubleQuoted(key)}, ${doubleQuoted(value)});`,
      ),
    content,
    body.kind === 'form' || type === undefined
      ? undefined
      : `request.Content.Headers.TryAddWithoutValidation("Content-Type", ${doubleQuoted(type)});`,
    'using var response = await client.SendAsync(request);',
    'Console.WriteLine($"{(int)response.StatusCode} {await response.Content.ReadAsStringAsync()}");',
  );
}

function go(request: PlainRequest): string {
  const { method, url, body } = request;
  const hasForm = body.kind === 'form';
  const hasFile = body.kind === 'file' || (hasForm && body.fields.some(({ kind }) => kind === 'file'));
  const imports = [
    ...(hasForm ? ['bytes'] : []),
    'fmt',
    'io',
    ...(hasForm ? ['mime/multipart'] : []),
    'net/http',
    ...(hasFile ? ['os'] : []),
    ...(body.kind === 'text' ? ['strings'] : []),
  ];
  const prepared = {
    none: ['\tvar body io.Reader'],
    text: [`\tbody := strings.NewReader(${body.kind === 'text' ? doubleQuoted(body.text) : '""'})`],
    file: ['\tbody, err := os.Open("file")', '\tif err != nil {', '\t\tpanic(err)', '\t}'],
    form: hasForm
      ? [
          '\tbody := &bytes.Buffer{}',
          '\tform := multipart.NewWriter(body)',
          ...body.fields.flatMap(goField),
          '\tform.Close()',
        ]
      : [],
  }[body.kind];
  return lines(
    'package main',
    '',
    'import (',
    imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    prepared,
    `\trequest, err := http.NewRequest(${doubleQuoted(method)}, ${doubleQuoted(url)}, body)`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    headersOf(request).map(({ key, value }) => `\trequest.Header.Add(${doubleQuoted(key)}, ${doubleQuoted(value)})`),
    hasForm ? '\trequest.Header.Set("Content-Type", form.FormDataContentType())' : undefined,
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\ttext, _ := io.ReadAll(response.Body)',
    '\tfmt.Println(response.StatusCode, string(text))',
    '}',
  );
}

function goField(field: FormField): string[] {
  if (field.kind === 'text') return [`\tform.WriteField(${doubleQuoted(field.key)}, ${doubleQuoted(field.value)})`];
  return [
    '\t{',
    `\t\tfile, err := os.Open(${doubleQuoted(fileOf(field))})`,
    '\t\tif err != nil {',
    '\t\t\tpanic(err)',
    '\t\t}',
    `\t\tpart, _ := form.CreateFormFile(${doubleQuoted(field.key)}, ${doubleQuoted(fileOf(field))})`,
    '\t\tio.Copy(part, file)',
    '\t}',
  ];
}

/** Compiled languages. */
export const compiledSnippets = { java, csharp, go } satisfies Partial<Record<SnippetLanguage, SnippetWriter>>;
