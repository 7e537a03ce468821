import type { HttpDataHandler } from '@touchstone/engine-assert/core';
import type { Reader } from './jmeter-assertions.ts';
import { escapePattern, onlyGroup } from './jmeter-patterns.ts';
import { type JmeterNode, propertyOf } from './jmeter-values.ts';

type ReadExtractor = (node: JmeterNode, reader: Reader) => HttpDataHandler[];

/** jmeterExtractors are readers for each kind of post-processor that extracts a value from a response. */
export const jmeterExtractors: Record<string, ReadExtractor> = {
  JSONPostProcessor: readJson,
  JMESPathExtractor: readJmesPath,
  RegexExtractor: readRegex,
  XPathExtractor: (node, reader) => readXPath(node, reader, 'XPathExtractor'),
  XPath2Extractor: (node, reader) => readXPath(node, reader, 'XPathExtractor2'),
  BoundaryExtractor: readBoundary,
};

const listOf = (text: string | undefined): string[] => (text ?? '').split(';').map((part) => part.trim());

function readJson({ element }: JmeterNode, reader: Reader): HttpDataHandler[] {
  const names = listOf(propertyOf(element, 'JSONPostProcessor.referenceNames'));
  const paths = listOf(propertyOf(element, 'JSONPostProcessor.jsonPathExprs'));
  const numbers = listOf(propertyOf(element, 'JSONPostProcessor.match_numbers'));
  return names.flatMap((name, index): HttpDataHandler[] => {
    const path = paths[index];
    if (!name || !path) return [];
    const number = Number(numbers[index] || 0);
    return [{ name, source: 'jsonPath', path: chosen(reader.text(path), number, name, reader) }];
  });
}

/** JMeter picks one of several matches; an RFC 9535 path can express which if it has a single wildcard. */
function chosen(path: string, number: number, name: string, { problem }: Reader): string {
  const wildcards = path.match(/\[\*\]|\.\*|\.\.|\[\?/g) ?? [];
  if (wildcards.length === 0 || number < 0) return path;
  if (wildcards.length === 1 && path.includes('[*]')) return path.replace('[*]', `[${Math.max(1, number) - 1}]`);
  problem(`${name} takes one of several matches; ${path} gives all of them as a list.`);
  return path;
}

/** Simple expressions of names and indexes mean the same in JSONPath. */
function readJmesPath({ element }: JmeterNode, { text, problem }: Reader): HttpDataHandler[] {
  const name = propertyOf(element, 'JMESExtractor.referenceName')?.trim();
  const path = text(propertyOf(element, 'JMESExtractor.jmesPathExpr') ?? '').trim();
  if (!name || path === '') return [];
  if (/^[A-Za-z_]\w*(\.[A-Za-z_]\w*|\[\d+\])*$/.test(path)) return [{ name, source: 'jsonPath', path: `$.${path}` }];
  problem(`The JMESPath ${path} of ${name} has no equal here; write it as a JSONPath.`);
  return [];
}

function readRegex({ element }: JmeterNode, reader: Reader): HttpDataHandler[] {
  const { text, problem } = reader;
  const name = propertyOf(element, 'RegexExtractor.refname')?.trim();
  const pattern = text(propertyOf(element, 'RegexExtractor.regex') ?? '');
  if (!name || pattern === '') return [];
  const source = propertyOf(element, 'RegexExtractor.useHeaders') ?? 'false';
  const template = /^\$(\d+)\$$/.exec(propertyOf(element, 'RegexExtractor.template')?.trim() || '$1$')?.[1];
  if (template === undefined) {
    problem(`The template of ${name} joins several groups, which has no equal here; it was left out.`);
    return [];
  }
  if (Number(propertyOf(element, 'RegexExtractor.match_number') || 1) > 1)
    problem(`${name} takes a later match; here it is the first one.`);
  if (source === 'code') return [{ name, source: 'status', path: '' }];
  if (source === 'true') {
    const header = /^\^?([A-Za-z][\w-]*)\s*:\s*(?:\\s\*)?\(\.[*+]\??\)\$?$/.exec(pattern)?.[1];
    if (header) return [{ name, source: 'header', path: header }];
  }
  if (source !== 'false' && source !== 'unescaped' && source !== 'as_document') {
    problem(
      `${name} is taken out of ${source === 'true' ? 'the headers' : source} by ${pattern}; take it from the header itself.`,
    );
    return [];
  }
  return [{ name, source: 'regex', path: onlyGroup(pattern, Number(template)) }];
}

function readXPath({ element }: JmeterNode, { text }: Reader, prefix: string): HttpDataHandler[] {
  const name = propertyOf(element, `${prefix}.refname`)?.trim();
  const path = text(propertyOf(element, `${prefix}.xpathQuery`) ?? '').trim();
  return name && path !== '' ? [{ name, source: 'xpath', path }] : [];
}

function readBoundary({ element }: JmeterNode, { text, problem }: Reader): HttpDataHandler[] {
  const name = propertyOf(element, 'BoundaryExtractor.refname')?.trim();
  if (!name) return [];
  const side = (which: 'lboundary' | 'rboundary') =>
    escapePattern(text(propertyOf(element, `BoundaryExtractor.${which}`) ?? ''));
  const source = propertyOf(element, 'BoundaryExtractor.useHeaders') ?? 'false';
  if (source !== 'false' && source !== 'unescaped' && source !== 'as_document') {
    problem(`${name} is not taken out of the body; take it from the header itself.`);
    return [];
  }
  if (Number(propertyOf(element, 'BoundaryExtractor.match_number') || 1) > 1)
    problem(`${name} takes a later match; here it is the first one.`);
  const right = side('rboundary');
  return [{ name, source: 'regex', path: `${side('lboundary')}([\\s\\S]*${right === '' ? '' : '?'})${right}` }];
}
