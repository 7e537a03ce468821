import { isObject, type JsonObject } from '../json-object.ts';
import type { Stub } from '../stub.ts';

/** Members of a stub that WireMock's format doesn't have. */
const ownMembers = {
  stub: ['enabled', 'stateScope', 'setState'],
  request: ['graphql', 'soapAction', 'state'],
  response: ['events', 'webSocket'],
} as const;

/** Metadata key that holds these members for WireMock clients. */
const place = 'touchstone';

/** The part of a stub that WireMock clients accept, and the members they reject. */
export interface SplitStub {
  stub: JsonObject;
  request: JsonObject;
  response: JsonObject;
  own: { stub: JsonObject; request: JsonObject; response: JsonObject };
}

/**
 * splitStub splits a stub into members of WireMock's format and members specific to this product. Members without an
 * effect are left out.
 */
export function splitStub({ request, response, ...rest }: Stub): SplitStub {
  const outer = parted(rest as unknown as JsonObject, ownMembers.stub);
  const asked = parted(request, ownMembers.request);
  const answered = parted(response as JsonObject, ownMembers.response);
  if (outer.own.enabled === true) delete outer.own.enabled;
  if (outer.own.stateScope === 'global') delete outer.own.stateScope;
  if (typeof answered.plain.status === 'string') {
    answered.own.status = answered.plain.status;
    delete answered.plain.status;
  }
  return {
    stub: outer.plain,
    request: asked.plain,
    response: answered.plain,
    own: { stub: outer.own, request: asked.own, response: answered.own },
  };
}

function parted(all: JsonObject, names: readonly string[]): { plain: JsonObject; own: JsonObject } {
  const entries = Object.entries(all);
  return {
    plain: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
    own: Object.fromEntries(entries.filter(([name, value]) => names.includes(name) && value !== undefined)),
  };
}

/**
 * stowOwnMembers converts a stub for WireMock clients, which reject unknown members: those move to its metadata, so a
 * client that sends the stub back loses nothing.
 */
export function stowOwnMembers(stub: Stub): JsonObject {
  const split = splitStub(stub);
  const { request, response, own } = split;
  // WireMock allows only a single method name.
  if (request.method !== undefined && typeof request.method !== 'string') {
    own.request.method = request.method;
    request.method = 'ANY';
  }
  const { metadata, ...plain } = split.stub;
  const stowed = {
    ...own.stub,
    ...(Object.keys(own.request).length > 0 && { request: own.request }),
    ...(Object.keys(own.response).length > 0 && { response: own.response }),
  };
  const isStowed = Object.keys(stowed).length > 0;
  return {
    ...plain,
    request,
    response: { status: 200, ...response },
    ...((isStowed || metadata !== undefined) && {
      metadata: { ...(metadata as JsonObject | undefined), ...(isStowed && { [place]: stowed }) },
    }),
  };
}

/** unstowOwnMembers restores what `stowOwnMembers` moved to the metadata. */
export function unstowOwnMembers(given: unknown): unknown {
  if (!isObject(given) || !isObject(given.metadata) || !isObject(given.metadata[place])) return given;
  const { [place]: stowed, ...metadata } = given.metadata;
  const { request, response, ...outer } = stowed as JsonObject;
  const { metadata: _, ...rest } = given;
  return {
    ...rest,
    ...outer,
    request: { ...(given.request as JsonObject), ...(request as JsonObject) },
    response: { ...(given.response as JsonObject), ...(response as JsonObject) },
    ...(Object.keys(metadata).length > 0 && { metadata }),
  };
}
