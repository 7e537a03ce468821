import type { FormField } from '@touchstone/engine-http/core';
import type { PlainRequest } from './plain-request.ts';
import { quoteBash } from './quote-shell.ts';
import { boundary, fileOf, headersBeside, headersOf, joinedHeaders, lines, partHead, typeOf } from './snippet-parts.ts';
import type { SnippetLanguage, SnippetWriter } from './snippets.ts';
import { bracedText, dollarText, doubleQuoted, phpText } from './string-literals.ts';

const textOf = ({ body }: PlainRequest): string => (body.kind === 'text' ? body.text : '');
const fieldsOf = ({ body }: PlainRequest): FormField[] => (body.kind === 'form' ? body.fields : []);

function xhr(request: PlainRequest): string {
  const sent = { none: '', text: doubleQuoted(textOf(request)), file: 'fileInput.files[0]', form: 'form' };
  return lines(
    request.body.kind === 'form' ? 'const form = new FormData();' : undefined,
    fieldsOf(request).map((field) =>
      field.kind === 'file'
        ? `form.append(${doubleQuoted(field.key)}, fileInput.files[0], ${doubleQuoted(fileOf(field))});`
        : `form.append(${doubleQuoted(field.key)}, ${doubleQuoted(field.value)});`,
    ),
    'const request = new XMLHttpRequest();',
    `request.open(${doubleQuoted(request.method)}, ${doubleQuoted(request.url)});`,
    headersOf(request).map(
      ({ key, value }) => `request.setRequestHeader(${doubleQuoted(key)}, ${doubleQuoted(value)});`,
    ),
    'request.onload = () => console.log(request.status, request.responseText);',
    `request.send(${sent[request.body.kind]});`,
  );
}

/** HTTPie interprets `:`, `=` and `@` in an item; a backslash escapes them in a name. */
const itemName = (key: string): string => key.replace(/[\\:=@;]/g, '\\$&');

function httpie(request: PlainRequest): string {
  const { method, url, body } = request;
  const items = [
    ...headersOf(request).map(({ key, value }) => (value === '' ? `${itemName(key)};` : `${itemName(key)}:${value}`)),
    ...fieldsOf(request).map((field) =>
      field.kind === 'file' ? `${itemName(field.key)}@${fileOf(field)}` : `${itemName(field.key)}=${field.value}`,
    ),
    ...(body.kind === 'file' ? ['@file'] : []),
  ];
  const options = ['http', '--ignore-stdin', ...(body.kind === 'form' ? ['--multipart'] : [])].join(' ');
  return [
    `${options} ${quoteBash(method)} ${quoteBash(url)}`,
    ...(body.kind === 'text' ? [`--raw ${quoteBash(body.text)}`] : []),
    ...items.map(quoteBash),
  ].join(' \\\n  ');
}

/** The format of editors that send requests from `.http` files. */
function http(request: PlainRequest): string {
  const { method, url, body } = request;
  const type = body.kind === 'form' ? [`Content-Type: multipart/form-data; boundary=${boundary}`] : [];
  const part = (field: FormField) => [
    `--${boundary}`,
    partHead(field),
    '',
    field.kind === 'file' ? `< ./${fileOf(field)}` : field.value,
  ];
  const content = {
    none: [],
    text: ['', textOf(request)],
    file: ['', '< ./file'],
    form: ['', ...fieldsOf(request).flatMap(part), `--${boundary}--`],
  }[body.kind];
  return lines(
    `${method} ${url} HTTP/1.1`,
    headersOf(request).map(({ key, value }) => `${key}: ${value}`),
    type,
    content,
  );
}

function kotlin(request: PlainRequest): string {
  const { method, url, body } = request;
  const type = typeOf(request);
  const media = type === undefined ? 'null' : `${dollarText(type)}.toMediaType()`;
  const needsBody = /^(POST|PUT|PATCH)$/.test(method);
  const content = {
    none: [`val body: RequestBody? = ${needsBody ? 'ByteArray(0).toRequestBody()' : 'null'}`],
    text: [`val body = ${dollarText(textOf(request))}.toByteArray().toRequestBody(${media})`],
    file: [`val body = File("file").asRequestBody(${media})`],
    form: [
      'val body = MultipartBody.Builder().setType(MultipartBody.FORM)',
      ...fieldsOf(request).map((field) =>
        field.kind === 'file'
          ? `    .addFormDataPart(${dollarText(field.key)}, ${dollarText(fileOf(field))}, File(${dollarText(fileOf(field))}).asRequestBody())`
          : `    .addFormDataPart(${dollarText(field.key)}, ${dollarText(field.value)})`,
      ),
      '    .build()',
    ],
  }[body.kind];
  return lines(
    'import java.io.File',
    'import okhttp3.*',
    'import okhttp3.MediaType.Companion.toMediaType',
    'import okhttp3.RequestBody.Companion.asRequestBody',
    'import okhttp3.RequestBody.Companion.toRequestBody',
    '',
    content,
    'val request = Request.Builder()',
    `    .url(${dollarText(url)})`,
    `    .method(${dollarText(method)}, body)`,
    headersBeside(request).map(({ key, value }) => `    .addHeader(${dollarText(key)}, ${dollarText(value)})`),
    '    .build()',
    'OkHttpClient().newCall(request).execute().use { println("${it.code} ${it.body?.string()}") }',
  );
}

function swift(request: PlainRequest): string {
  const { method, url, body } = request;
  const data = (text: string) => `Data(${bracedText(text)}.utf8)`;
  const part = (field: FormField) => {
    const head = `--${boundary}\r\n${partHead(field)}\r\n\r\n`;
    return field.kind === 'file'
      ? [
          `body.append(${data(head)})`,
          `body.append(try Data(contentsOf: URL(fileURLWithPath: ${bracedText(fileOf(field))})))`,
          `body.append(${data('\r\n')})`,
        ]
      : [`body.append(${data(`${head}${field.value}\r\n`)})`];
  };
  const content = {
    none: [],
    text: [`request.httpBody = ${data(textOf(request))}`],
    file: ['request.httpBody = try Data(contentsOf: URL(fileURLWithPath: "file"))'],
    form: [
      'var body = Data()',
      ...fieldsOf(request).flatMap(part),
      `body.append(${data(`--${boundary}--\r\n`)})`,
      `request.setValue("multipart/form-data; boundary=${boundary}", forHTTPHeaderField: "Content-Type")`,
      'request.httpBody = body',
    ],
  }[body.kind];
  return lines(
    'import Foundation',
    '',
    `var request = URLRequest(url: URL(string: ${bracedText(url)})!)`,
    `request.httpMethod = ${bracedText(method)}`,
    headersOf(request).map(
      ({ key, value }) => `request.addValue(${bracedText(value)}, forHTTPHeaderField: ${bracedText(key)})`,
    ),
    content,
    'let (data, response) = try await URLSession.shared.data(for: request)',
    'print((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))',
  );
}

function dart(request: PlainRequest): string {
  const { method, url, body } = request;
  const isForm = body.kind === 'form';
  const content = {
    none: [],
    text: [`request.bodyBytes = utf8.encode(${dollarText(textOf(request))});`],
    file: ["request.bodyBytes = await File('file').readAsBytes();"],
    form: fieldsOf(request).map((field) =>
      field.kind === 'file'
        ? `request.files.add(await http.MultipartFile.fromPath(${dollarText(field.key)}, ${dollarText(fileOf(field))}));`
        : `request.files.add(http.MultipartFile.fromString(${dollarText(field.key)}, ${dollarText(field.value)}));`,
    ),
  }[body.kind];
  return lines(
    "import 'dart:convert';",
    "import 'dart:io';",
    "import 'package:http/http.dart' as http;",
    '',
    `final request = http.${isForm ? 'MultipartRequest' : 'Request'}(${dollarText(method)}, Uri.parse(${dollarText(url)}));`,
    joinedHeaders(headersOf(request)).map(
      ({ key, value }) => `request.headers[${dollarText(key)}] = ${dollarText(value)};`,
    ),
    content,
    'final response = await request.send();',
    "print('${response.statusCode} ${await response.stream.bytesToString()}');",
  );
}

function rust(request: PlainRequest): string {
  const { method, url, body } = request;
  const content = {
    none: [],
    text: [`        .body(${bracedText(textOf(request))})`],
    file: ['        .body(std::fs::File::open("file")?)'],
    form: ['        .multipart(form)'],
  }[body.kind];
  const form = [
    '    let form = reqwest::blocking::multipart::Form::new()',
    ...fieldsOf(request).map((field) =>
      field.kind === 'file'
        ? `        .file(${bracedText(field.key)}, ${bracedText(fileOf(field))})?`
        : `        .text(${bracedText(field.key)}, ${bracedText(field.value)})`,
    ),
  ];
  return lines(
    'fn main() -> Result<(), Box<dyn std::error::Error>> {',
    body.kind === 'form' ? `${form.join('\n')};` : undefined,
    '    let response = reqwest::blocking::Client::new()',
    `        .request(reqwest::Method::from_bytes(${bracedText(method)}.as_bytes())?, ${bracedText(url)})`,
    headersOf(request).map(({ key, value }) => `        .header(${bracedText(key)}, ${bracedText(value)})`),
    content,
    '        .send()?;',
    '    println!("{} {}", response.status(), response.text()?);',
    '    Ok(())',
    '}',
  );
}

function r(request: PlainRequest): string {
  const { method, url, body } = request;
  const fields = fieldsOf(request).map(
    (field) =>
      `    ${doubleQuoted(field.key)} = ${field.kind === 'file' ? `upload_file(${doubleQuoted(fileOf(field))})` : doubleQuoted(field.value)}`,
  );
  const content = {
    none: [],
    text: [`  body = ${doubleQuoted(textOf(request))},`],
    file: ['  body = upload_file("file"),'],
    form: ['  body = list(', fields.join(',\n'), '  ),', '  encode = "multipart",'],
  }[body.kind];
  const headers = headersOf(request).map(({ key, value }) => `    ${doubleQuoted(key)} = ${doubleQuoted(value)}`);
  return lines(
    'library(httr)',
    '',
    `response <- VERB(${doubleQuoted(method)}, ${doubleQuoted(url)},`,
    content,
    headers.length > 0 ? ['  add_headers(.headers = c(', headers.join(',\n'), '  ))'] : '  config()',
    ')',
    'cat(status_code(response), content(response, "text", encoding = "UTF-8"))',
  );
}

function perl(request: PlainRequest): string {
  const { method, url, body } = request;
  const parts = fieldsOf(request).map(
    (field) =>
      `    ${phpText(field.key)} => ${field.kind === 'file' ? `[${phpText(fileOf(field))}]` : phpText(field.value)},`,
  );
  const made =
    body.kind === 'form'
      ? [
          `my $request = POST(${phpText(url)}, Content_Type => 'form-data', Content => [`,
          ...parts,
          ']);',
          `$request->method(${phpText(method)});`,
        ]
      : [`my $request = HTTP::Request->new(${phpText(method)}, ${phpText(url)});`];
  const content = {
    none: [],
    text: [`$request->content(encode_utf8(${phpText(textOf(request))}));`],
    file: ["open(my $file, '<:raw', 'file') or die $!;", '$request->content(do { local $/; <$file> });'],
    form: [],
  }[body.kind];
  return lines(
    'use utf8;',
    'use Encode qw(encode_utf8);',
    'use HTTP::Request::Common;',
    'use LWP::UserAgent;',
    '',
    made,
    headersOf(request).map(({ key, value }) => `$request->push_header(${phpText(key)} => ${phpText(value)});`),
    content,
    'my $response = LWP::UserAgent->new->request($request);',
    'print $response->code, " ", $response->decoded_content, "\\n";',
  );
}

/** Less widely used languages and tools. */
export const furtherSnippets = { xhr, httpie, http, kotlin, swift, dart, rust, r, perl } satisfies Partial<
  Record<SnippetLanguage, SnippetWriter>
>;
