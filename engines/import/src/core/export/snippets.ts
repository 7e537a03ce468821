import type { HttpStep } from '@touchstone/engine-http/core';
import { exportCurl } from './export-curl.ts';
import { type PlainRequest, plainRequest } from './plain-request.ts';
import { compiledSnippets } from './snippets-compiled.ts';
import { furtherSnippets } from './snippets-further.ts';
import { scriptSnippets } from './snippets-script.ts';

/** Languages a step can be written in. */
export type SnippetLanguage =
  | 'shell'
  | 'javascript'
  | 'node'
  | 'python'
  | 'java'
  | 'csharp'
  | 'go'
  | 'php'
  | 'ruby'
  | 'powershell'
  | 'cmd'
  | 'httpie'
  | 'http'
  | 'xhr'
  | 'kotlin'
  | 'swift'
  | 'dart'
  | 'rust'
  | 'r'
  | 'perl';

export type SnippetWriter = (request: PlainRequest) => string;

/** snippetLanguages are the languages with their library, as displayed in a list. */
export const snippetLanguages: Record<SnippetLanguage, string> = {
  shell: 'Shell, curl',
  javascript: 'JavaScript, fetch',
  node: 'Node.js, axios',
  python: 'Python, requests',
  java: 'Java, OkHttp',
  csharp: 'C#, HttpClient',
  go: 'Go, net/http',
  php: 'PHP, cURL',
  ruby: 'Ruby, Net::HTTP',
  powershell: 'PowerShell, Invoke-WebRequest',
  cmd: 'Windows command line, curl',
  httpie: 'Shell, HTTPie',
  http: 'HTTP file',
  xhr: 'JavaScript, XMLHttpRequest',
  kotlin: 'Kotlin, OkHttp',
  swift: 'Swift, URLSession',
  dart: 'Dart, http',
  rust: 'Rust, reqwest',
  r: 'R, httr',
  perl: 'Perl, LWP',
};

/** The login types that a language's library supports natively. */
const signsIn: Partial<Record<SnippetLanguage, readonly NonNullable<PlainRequest['login']>['kind'][]>> = {
  python: ['digest'],
  php: ['digest', 'ntlm'],
  csharp: ['digest', 'ntlm'],
};
const commentSigns: Partial<Record<SnippetLanguage, string>> = {
  shell: '#',
  python: '#',
  ruby: '#',
  powershell: '#',
  cmd: 'rem',
  httpie: '#',
  http: '#',
  r: '#',
  perl: '#',
};

/**
 * snippet writes a step as a program; `{{variables}}` stay, and files to be selected are placeholders. Anything it
 * can't express becomes a comment.
 */
export function snippet(step: HttpStep, language: SnippetLanguage): string {
  const request = plainRequest(step);
  const isCurl = language === 'shell' || language === 'cmd';
  const isSaid = isCurl
    ? /^(digest|ntlm|awsV4)$/.test(step.authentication.type)
    : request.login !== undefined && signsIn[language]?.includes(request.login.kind) === true;
  const { login, note, ...rest } = request;
  const written = isSaid && login !== undefined ? { ...rest, login } : rest;
  const code = isCurl
    ? exportCurl(step, { shell: language === 'cmd' ? 'cmd' : 'bash' })
    : { ...scriptSnippets, ...compiledSnippets, ...furtherSnippets }[language](written);
  if (note === undefined || isSaid) return code;
  const comment = `${commentSigns[language] ?? '//'} ${note}`;
  return code.startsWith('<?php\n') ? code.replace('<?php\n', () => `<?php\n${comment}\n`) : `${comment}\n${code}`;
}

/** snippets writes a step in every language. */
export const snippets = (step: HttpStep): Record<SnippetLanguage, string> => {
  const languages = Object.keys(snippetLanguages) as SnippetLanguage[];
  return Object.fromEntries(languages.map((language) => [language, snippet(step, language)])) as Record<
    SnippetLanguage,
    string
  >;
};
