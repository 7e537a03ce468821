import type { parseXml } from '@touchstone/engine-assert/core';
import { serializeToWellFormedString } from 'slimdom';

type XmlNode = ReturnType<typeof parseXml>['childNodes'][number];

/** indentXml formats a document with each element on its own line; an element with text stays on one line. */
export function indentXml(document: ReturnType<typeof parseXml>): string {
  return document.childNodes.map((node) => written(node, '')).join('');
}

function written(node: XmlNode, indent: string): string {
  if (node.nodeType !== 1) {
    const text = serializeToWellFormedString(node).trim();
    return text === '' ? '' : `${indent}${text}\n`;
  }
  const children = node.childNodes.filter((child) => child.nodeType !== 3 || (child.nodeValue ?? '').trim() !== '');
  const whole = serializeToWellFormedString(node);
  if (children.length === 0 || children.some(({ nodeType }) => nodeType === 3 || nodeType === 4))
    return `${indent}${whole}\n`;
  const start = /^<(?:"[^"]*"|'[^']*'|[^>"'])*>/.exec(whole)?.[0] ?? '';
  return `${indent}${start}\n${children.map((child) => written(child, `${indent}  `)).join('')}${indent}</${node.nodeName}>\n`;
}
