import type { HeaderList } from '@touchstone/engine-assert/core';
import type { PreparedBody } from '../../core/prepare-request.ts';
import type { ReceivedResponse } from '../../core/result.ts';

/** A request about to be sent, including cookies. */
export interface UnsignedRequest {
  method: string;
  url: URL;
  headers: HeaderList;
  body: PreparedBody;
}

/** RequestAuthenticator adds credentials that depend on the request or on the server's responses. */
export interface RequestAuthenticator {
  /** Whether credentials belong to a connection: all requests of one exchange use one dedicated HTTP/1.1 connection. */
  readonly ownsConnection?: boolean;
  /** Whether a reader of the credentials could reuse them, so that they are hidden in the sent request. */
  readonly hidesCredentials?: boolean;
  /** The request with the credentials. Throws if there can't be any. */
  sign(request: UnsignedRequest): Promise<UnsignedRequest>;
  /**
   * Learns from the response to `request`; returns whether sending it again with new credentials may help. Throws
   * HttpError if the response itself can't be trusted.
   */
  learn(response: ReceivedResponse, request: UnsignedRequest): boolean | Promise<boolean>;
}

/** withHeaders adds headers to a request. */
export const withHeaders = (request: UnsignedRequest, ...added: HeaderList): UnsignedRequest => ({
  ...request,
  headers: [...request.headers, ...added],
});
