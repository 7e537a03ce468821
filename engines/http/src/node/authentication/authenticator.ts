import type { HeaderList } from '@touchstone/engine-assert/core';
import type { PreparedBody } from '../../core/prepare-request.ts';
import type { ReceivedResponse } from '../../core/result.ts';

/** A request that is about to be sent, cookies included. */
export interface UnsignedRequest {
  method: string;
  url: URL;
  headers: HeaderList;
  body: PreparedBody;
}

/** RequestAuthenticator adds credentials that depend on the request or on what the server said. */
export interface RequestAuthenticator {
  /** Set where credentials belong to a connection: all requests of one exchange go over one connection of their own, in HTTP/1.1. */
  readonly ownsConnection?: boolean;
  /** Set where whoever reads the credentials of a request could use them: they are not shown in what was sent. */
  readonly hidesCredentials?: boolean;
  /** The request with the credentials. Throws where there can be none. */
  sign(request: UnsignedRequest): Promise<UnsignedRequest>;
  /**
   * Learns from a response to what was made of `request`; answers whether sending it once more with new credentials may help. Throws HttpError
   * where the response itself cannot be trusted.
   */
  learn(response: ReceivedResponse, request: UnsignedRequest): boolean | Promise<boolean>;
}

/** withHeaders adds headers to a request. */
export const withHeaders = (request: UnsignedRequest, ...added: HeaderList): UnsignedRequest => ({
  ...request,
  headers: [...request.headers, ...added],
});
