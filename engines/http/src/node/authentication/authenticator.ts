import type { PreparedBody } from '../../core/prepare-request.ts';
import type { HeaderList, ReceivedResponse } from '../../core/result.ts';

/** A request that is about to be sent, cookies included. */
export interface UnsignedRequest {
  method: string;
  url: URL;
  headers: HeaderList;
  body: PreparedBody;
}

/** RequestAuthenticator adds credentials that depend on the request or on what the server said. */
export interface RequestAuthenticator {
  /** The headers with the credentials. Throws where there can be none. */
  sign(request: UnsignedRequest): Promise<HeaderList>;
  /** Learns from a response to a signed request; answers whether sending it once more with new credentials may help. */
  learn(response: ReceivedResponse, request: UnsignedRequest): boolean | Promise<boolean>;
}
