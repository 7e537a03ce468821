import { type DescribedSoap, SoapJudge, type SoapOperation, versionOf } from '@touchstone/engine-import/core';
import { type MockAnswer, plainAnswer } from '../answer/mock-answer.ts';
import type { ContractValidator } from '../engine/contract-validator.ts';
import type { ContractViolation } from '../journal/journal.ts';
import { Subject } from '../match/subject.ts';
import { limitedBy } from '../match/value-matcher.ts';
import type { RequestView } from '../request/request-view.ts';
import { pathOf } from './import-collection.ts';

const serverErrors = { '1.1': 500, '1.2': 400 } as const;

/**
 * soapValidator validates envelopes against the description of a SOAP service and refuses violations with a fault.
 * Addresses that the description does not name are not validated.
 */
export function soapValidator(soap: DescribedSoap): ContractValidator {
  const byPath = Map.groupBy(soap.operations, ({ address }) => pathOf(address));
  const judge = new SoapJudge(soap);
  const operationsFor = ({ path, request }: RequestView): SoapOperation[] =>
    request.method === 'POST' ? (byPath.get(path) ?? []) : [];
  return {
    request(request) {
      const operations = operationsFor(request);
      if (operations.length === 0) return [];
      return judgeEnvelope('request', request.body, request, (root) =>
        judge.request(root, operations, request.soapAction ?? ''),
      );
    },
    answer(request, answer) {
      const operations = operationsFor(request);
      if (operations.length === 0 || answer.fault !== undefined) return [];
      const asked = request.body.xml(request.limits)?.documentElement;
      const operation = asked && judge.operation(asked, operations, request.soapAction ?? '');
      if (!operation?.output) return [];
      const text = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body);
      return judgeEnvelope('answer', new Subject(text), request, (root) => judge.answer(root, operation));
    },
    refusal(request, violations) {
      const operations = operationsFor(request);
      return operations[0] === undefined ? undefined : faultOf(request, operations[0], violations);
    },
  };
}

type Root = Parameters<SoapJudge['answer']>[0];

/** Validates within the time limit of the request; exceeding it counts as a violation. */
function judgeEnvelope(
  side: 'request' | 'answer',
  body: Subject,
  { limits }: RequestView,
  judged: (root: Root) => { place: string; message: string }[],
): ContractViolation[] {
  const violation = (place: string, message: string): ContractViolation => ({ in: side, place, message });
  const root = body.xml(limits)?.documentElement;
  if (!root) return [violation('body', body.tookTooLong ? tooLarge : 'The body is not well-formed XML.')];
  try {
    const found = limitedBy(limits, body.text?.length ?? 0, () => judged(root));
    return found.map(({ place, message }) => violation(`body ${place}`, message));
  } catch {
    return [violation('body', tooLarge)];
  }
}

const tooLarge = 'The body is too large to be judged in time.';

/** A sender fault, in the SOAP version of the request, or else of the description. */
function faultOf(
  request: RequestView,
  { version: described }: SoapOperation,
  violations: ContractViolation[],
): MockAnswer {
  const root = request.body.xml(request.limits)?.documentElement;
  const version = (root && versionOf(root)) ?? described;
  const lines = violations.map(({ place, message }) => ({ place, message }));
  const [first] = lines;
  const text = escaped(`The request does not fit the description: ${first?.place}: ${first?.message}`);
  const detail = lines
    .map(({ place, message }) => `<violation place="${escaped(place)}">${escaped(message)}</violation>`)
    .join('');
  const body = version === '1.1' ? fault11(text, detail) : fault12(text, detail);
  const type = version === '1.1' ? 'text/xml; charset=utf-8' : 'application/soap+xml; charset=utf-8';
  return plainAnswer(serverErrors[version], `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, type);
}

const violationsIn = (detail: string): string => `<violations xmlns="urn:touchstone:mock">${detail}</violations>`;

const fault11 = (text: string, detail: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>${text}</faultstring><detail>${violationsIn(detail)}</detail></s:Fault></s:Body></s:Envelope>`;

const fault12 = (text: string, detail: string): string =>
  `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text xml:lang="en">${text}</s:Text></s:Reason><s:Detail>${violationsIn(detail)}</s:Detail></s:Fault></s:Body></s:Envelope>`;

/** Drops characters that cannot be written in XML at all. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
