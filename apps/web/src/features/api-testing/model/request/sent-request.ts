import type { Exchange, Script, ScriptBody, ScriptInput, StepDetail } from '@touchstone/contracts/api-testing';
import { draftOf, newScript } from '../editor/script-draft.ts';
import { withQueryRows } from './address.ts';
import { mask, resolvedText } from './resolved-text.ts';

type Sent = Exchange['request'];
type Row = ScriptInput['queryParams'][number];

/**
 * requestAsSent creates a new request from a step of a run: the request of its script with the sent values, and secrets
 * as the variables they came from. Without the script, it is what was recorded.
 */
export function requestAsSent(step: Pick<StepDetail, 'name' | 'exchange'>, script: Script | undefined): ScriptInput {
  const sent = step.exchange?.request;
  if (!script) return sent ? recordedRequest(step.name, sent) : newScript(step.name);
  const {
    scriptId: _saved,
    examples: _examples,
    documentation: _documentation,
    condition: _condition,
    ...draft
  } = draftOf(script);
  if (!sent) return draft;
  const address = withAddressAsSent(draft, sent.url);
  const headerOf = (name: string) => sent.headers.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  return {
    ...address,
    method: sent.method,
    headers: draft.headers.map((row) => withValue(row, headerOf(row.key))),
    body: bodyAsSent(draft.body, sent.body?.truncated ? undefined : sent.body?.text),
  };
}

const withValue = <Given extends { value: string; enabled: boolean }>(row: Given, sent: string | undefined): Given =>
  !row.enabled || sent === undefined ? row : { ...row, value: resolvedText(row.value, sent) };

interface Pair {
  key: string;
  value: string;
}

function partsOf(url: string): { base: string; pairs: Pair[] } {
  const [path = '', query = ''] = url.replace(/#.*$/s, '').split(/\?(.*)/s);
  // A query word without a value, such as `?wsdl`, is part of the address.
  const words = query.split('&').filter((text) => text !== '' && !text.includes('='));
  return { base: words.length > 0 ? `${path}?${words.join('&')}` : path, pairs: pairsOf(query) };
}

const pairsOf = (query: string): Pair[] =>
  query
    .split('&')
    .filter((text) => text.includes('='))
    .map((text) => {
      const [key = '', value = ''] = text.split(/=(.*)/s);
      return { key: decoded(key), value: decoded(value) };
    });

/** Takes the next value of a name from a list, so that repeated names keep their order. */
function takeValue(pairs: Pair[], name: string): string | undefined {
  const at = pairs.findIndex(({ key }) => key === name);
  return at < 0 ? undefined : pairs.splice(at, 1)[0]!.value;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** The sent address; it already contains the path parameters, unless a secret keeps it as written in the script. */
function withAddressAsSent(draft: ScriptInput, url: string): ScriptInput {
  const { base, pairs } = partsOf(url);
  const address = resolvedText(draft.url, base);
  const left = [...pairs];
  const rows = draft.queryParams.map((row) => (row.enabled ? withValue(row, takeValue(left, row.key)) : row));
  const { authentication } = draft;
  const signedBy = authentication.type === 'apiKey' && authentication.in === 'query' ? authentication.key : undefined;
  // Values without a row in the script, such as those added by code; a secret among them has no name.
  const added = left.filter(({ key, value }) => key !== signedBy && !key.includes(mask) && !value.includes(mask));
  return {
    ...draft,
    url: address,
    queryParams: [...rows, ...added.map(rowOf)],
    pathParams: address === draft.url ? draft.pathParams : [],
  };
}

const rowOf = ({ key, value }: Pair): Row => ({ key, value, enabled: true });

function bodyAsSent(body: ScriptBody, sent: string | undefined): ScriptBody {
  if (sent === undefined) return body;
  switch (body.type) {
    case 'json':
    case 'xml':
    case 'text':
      return { ...body, content: resolvedText(body.content, sent) };
    case 'urlencoded': {
      const left = pairsOf(sent);
      return {
        ...body,
        fields: body.fields.map((row) => (row.enabled ? withValue(row, takeValue(left, row.key)) : row)),
      };
    }
    case 'graphql':
      return { ...body, ...graphqlAsSent(body, sent) };
    // Files, and forms with files, are sent again as in the script.
    default:
      return body;
  }
}

function graphqlAsSent(body: Extract<ScriptBody, { type: 'graphql' }>, sent: string) {
  try {
    const { query, variables } = JSON.parse(sent) as { query?: unknown; variables?: unknown };
    const text = variables === undefined ? '' : JSON.stringify(variables, null, 2);
    return {
      ...(typeof query === 'string' && { query: resolvedText(body.query, query) }),
      ...(text !== '' && !text.includes(mask) && { variables: text }),
    };
  } catch {
    return {};
  }
}

/** Headers that are added to every request when it is sent. */
const automatic = new Set(
  'host connection content-length transfer-encoding accept-encoding user-agent cookie'.split(' '),
);
/** A secret whose script was deleted; sending is blocked until the variable has a value. */
const unknownSecret = '{{secret}}';

function recordedRequest(name: string, { method, url, headers, body }: Sent): ScriptInput {
  const shown = (text: string) => text.replaceAll(mask, unknownSecret);
  return withQueryRows({
    ...newScript(name),
    method,
    url: shown(url),
    headers: headers
      .filter(([key]) => !automatic.has(key.toLowerCase()))
      .map(([key, value]) => ({ key, value: shown(value), enabled: true })),
    body: recordedBody(body, shown),
  });
}

function recordedBody(body: Sent['body'], shown: (text: string) => string): ScriptBody {
  if (body?.text === undefined || body.text === '') return { type: 'none' };
  const type = body.contentType ?? '';
  const content = shown(body.text);
  if (/json/i.test(type)) return { type: 'json', content };
  return { type: /xml/i.test(type) ? 'xml' : 'text', content };
}
