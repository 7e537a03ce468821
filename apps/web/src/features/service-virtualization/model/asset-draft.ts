import type { Asset, AssetDraft, AssetKind, AssetProblem } from '@touchstone/contracts/service-virtualization';
import { assetNameSchema } from '@touchstone/contracts/service-virtualization';
import { isEqual, isObject, type Json, objectAt, withMembers } from './stub/json.ts';

/** Contents of the asset editor. Form and JSON show and edit the same `content`. */
export interface Draft {
  name: string;
  suiteId: string;
  kind: AssetKind;
  tags: string[];
  isEnabled: boolean;
  form: 'stub' | 'resource';
  content: Json;
}

const newStub: Json = {
  request: { method: 'GET', urlPath: '/' },
  response: { status: 200, headers: { 'Content-Type': 'application/json' }, jsonBody: {} },
};
const newResource: Json = { name: 'items', path: '/items', idKey: 'id', items: [] };

/** newDraft returns a new asset. */
export const newDraft = (suiteId: string): Draft => ({
  name: '',
  suiteId,
  kind: 'static',
  tags: [],
  isEnabled: true,
  form: 'stub',
  content: newStub,
});

/** draftOf returns the draft of a saved or proposed asset. */
export const draftOf = (asset: Asset | AssetDraft, suiteId: string): Draft => ({
  name: asset.name,
  suiteId,
  kind: asset.kind,
  tags: asset.tags,
  isEnabled: asset.isEnabled,
  form: asset.resource ? 'resource' : 'stub',
  content: asset.resource ?? asset.stub ?? newStub,
});

/** withForm turns an asset into a stub or records; records are dynamic. */
export const withForm = (draft: Draft, form: Draft['form']): Draft =>
  form === draft.form
    ? draft
    : form === 'stub'
      ? { ...draft, form, kind: 'static', content: newStub }
      : { ...draft, form, kind: 'dynamic', content: newResource };

/** contentOf returns the contents of an asset in the format of a save. */
export const contentOf = ({ form, content }: Draft): { stub: Json } | { resource: Json } =>
  form === 'stub' ? { stub: content } : { resource: content };

/** isChanged returns whether a draft differs from the saved version. */
export const isChanged = (draft: Draft, saved: Draft): boolean => !isEqual(draft, saved);

/** patchPart changes members of a stub's request or response. */
export const patchPart = (stub: Json, part: 'request' | 'response', change: (before: Json) => Json): Json => ({
  ...stub,
  [part]: change(objectAt(stub, part)),
});

/** patchMembers changes members of a stub; empty ones are removed. */
export const patchMembers = (stub: Json, patch: Json): Json => withMembers(stub, patch);

/** readContent parses the JSON view, or says why it is invalid. */
export function readContent(text: string): { content: Json } | { problem: string } {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { content: value } : { problem: 'Write a JSON object.' };
  } catch (error) {
    return { problem: `This is not JSON: ${(error as Error).message}` };
  }
}

/** nameProblem returns what is wrong with the name of an asset. */
export const nameProblem = (name: string): string | undefined =>
  assetNameSchema.safeParse(name).error?.issues[0]?.message;

/** suggestedName names an asset after its request. */
export const suggestedName = ({ form, content }: Draft, path: string): string => {
  if (form === 'resource') return `Records of ${path}`;
  const method = objectAt(content, 'request').method;
  return `${typeof method === 'string' ? method : 'ANY'} ${path}`.slice(0, 255);
};

/** Parts of the editor that show problems, by path prefixes. */
const places = {
  address: ['stub.request.url', 'stub.request.method', 'resource.path', 'resource.name'],
  headers: ['stub.request.headers', 'stub.request.cookies'],
  query: ['stub.request.queryParameters', 'stub.request.formParameters', 'stub.request.pathParameters'],
  body: ['stub.request.bodyPatterns', 'stub.request.multipartPatterns', 'stub.request.graphql'],
  response: ['stub.response.status', 'stub.response.fault', 'stub.response.proxy'],
  responseHeaders: ['stub.response.headers'],
  responseBody: ['stub.response'],
  state: [
    'stub.scenarioName',
    'stub.requiredScenarioState',
    'stub.newScenarioState',
    'stub.stateScope',
    'stub.setState',
  ],
  records: ['resource'],
} as const satisfies Record<string, readonly string[]>;
/** A part of the editor. */
export type Place = keyof typeof places;

const order = Object.keys(places) as Place[];

/** placeOf returns the part of the editor that shows a problem; undefined for the top. */
export const placeOf = ({ path }: Pick<AssetProblem, 'path'>): Place | undefined =>
  order.find((place) => places[place].some((begin) => path.startsWith(begin)));
