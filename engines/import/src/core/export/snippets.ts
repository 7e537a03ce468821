import type { HttpStep } from '@touchstone/engine-http/core';
import { exportCurl } from './export-curl.ts';
import { type PlainRequest, plainRequest } from './plain-request.ts';
import { compiledSnippets } from './snippets-compiled.ts';
import { scriptSnippets } from './snippets-script.ts';

/** Languages that a step can be written in. */
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
  | 'powershell';

export type SnippetWriter = (request: PlainRequest) => string;

/** snippetLanguages names the languages with their library, as a list to choose from shows them. */
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
};

/** snippet writes a step as a program; `{{variables}}` stay, and files are named where one must be chosen. */
export function snippet(step: HttpStep, language: SnippetLanguage): string {
  if (language === 'shell') return exportCurl(step);
  return { ...scriptSnippets, ...compiledSnippets }[language](plainRequest(step));
}

/** snippets writes a step in every language. */
export const snippets = (step: HttpStep): Record<SnippetLanguage, string> => {
  const languages = Object.keys(snippetLanguages) as SnippetLanguage[];
  return Object.fromEntries(languages.map((language) => [language, snippet(step, language)])) as Record<
    SnippetLanguage,
    string
  >;
};
