import type { MockExchange } from '@touchstone/contracts/service-virtualization';
import { type JournalEntry, mask, maskedHeaders, maskedText, maskedUrl } from '@touchstone/engine-mock/core';
import { isFault } from './fault-stub.ts';

/** How many characters of a body the journal keeps. */
const bodyLimit = 64 * 1024;

/** The details of a call that lists don't show. */
export type ExchangeDetail = Omit<MockExchange, 'why' | 'nearMisses'>;

/** A call's row. */
export interface JournalValues {
  id: string;
  organizationId: string;
  projectId: string;
  at: Date;
  method: string;
  url: string;
  path: string;
  status: number;
  by: MockExchange['by'];
  assetId: string | null;
  assetName: string | null;
  hasNearMiss: boolean;
  violationCount: number;
  hasProblem: boolean;
  delayMs: number;
  clientIp: string;
  runId: string | null;
  stepId: string | null;
  detail: ExchangeDetail;
}

/** journalRow builds a call's journal row: credentials and secret variables are masked, long bodies truncated. */
export function journalRow(
  entry: JournalEntry,
  about: {
    projectId: string;
    organizationId: string;
    hasNearMiss: boolean;
    secrets: readonly string[];
    /** The run's step that sent it. */
    cause: { runId: string; stepId: string } | undefined;
  },
): JournalValues {
  const { hasNearMiss, secrets, cause, ...place } = about;
  const detail = exchangeOf(entry, secrets);
  const { method } = detail.request;
  return {
    ...place,
    id: entry.id,
    at: new Date(entry.at),
    method,
    url: detail.request.url,
    path: cut(hidden(entry.request.path, secrets)),
    status: entry.answer.status,
    by: entry.by,
    assetId: detail.assetId,
    assetName: detail.assetName,
    hasNearMiss,
    violationCount: entry.violations.length,
    hasProblem: entry.notes.length > 0 && entry.answer.status >= 500,
    delayMs: entry.answer.delayMs,
    clientIp: detail.request.clientIp,
    runId: cause?.runId ?? null,
    stepId: cause?.stepId ?? null,
    detail,
  };
}

/** exchangeOf formats a request and its answer for display. */
export function exchangeOf(entry: JournalEntry, secrets: readonly string[]): ExchangeDetail {
  const { request, answer, stub } = entry;
  const { url } = request.request;
  const shownUrl = maskedUrl(url);
  // Answers may repeat the address, such as the answer to an unmatched request.
  const withoutUrl = (text: string) => (shownUrl === url ? text : text.replaceAll(url, shownUrl));
  const masked = (text: string) => hidden(withoutUrl(text), secrets);
  const headers = (pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([name, value]) => ({ name, value: maskedHeaders.test(name) ? mask : masked(clean(value)) }));
  return {
    request: {
      method: request.request.method.slice(0, 50),
      url: cut(masked(shownUrl)),
      headers: headers(request.request.headers),
      body: bodyOf(request.request.body, masked),
      clientIp: request.request.clientIp,
    },
    response: {
      status: answer.status,
      headers: headers(answer.headers),
      body: bodyOf(answer.events ? answer.events.map(({ text }) => text).join('') : answer.body, masked),
      delayMs: answer.delayMs,
      fault: answer.fault ?? null,
    },
    by: entry.by,
    // A fault isn't an asset.
    assetId: stub === undefined || isFault(stub) ? null : stub.id,
    assetName: stub?.name ?? null,
    scope: clean(entry.scope),
    scenario: entry.scenario ?? null,
    violations: entry.violations.slice(0, 50),
    notes: entry.notes.slice(0, 50).map(clean),
  };
}

const hidden = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((at, secret) => (secret === '' ? at : at.replaceAll(secret, mask)), text);

/** PostgreSQL can't store the character U+0000. */
const clean = (text: string): string => text.replaceAll('\u0000', '\uFFFD').toWellFormed();
const cut = (text: string): string => clean(text.slice(0, 8192));

function bodyOf(body: string | Uint8Array, masked: (text: string) => string): MockExchange['request']['body'] {
  const sizeBytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
  const text = typeof body === 'string' ? body : textOf(body.subarray(0, bodyLimit * 2));
  if (text === undefined) {
    const bytes = (body as Uint8Array).subarray(0, bodyLimit);
    return { text: Buffer.from(bytes).toString('base64'), isBase64: true, sizeBytes, isCut: bytes.length < sizeBytes };
  }
  const isCut = text.length > bodyLimit || (typeof body !== 'string' && body.length > bodyLimit * 2);
  // Masked before it is truncated: the cut may go through a credential.
  const shown = masked(maskedText(clean(text.slice(0, bodyLimit * 2)))).slice(0, bodyLimit);
  return { text: shown.toWellFormed(), isBase64: false, sizeBytes, isCut };
}

/** Decodes bytes as text; undefined if they are binary. The last character may be incomplete. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return /[\u0001-\u0008\u000e-\u001a]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
