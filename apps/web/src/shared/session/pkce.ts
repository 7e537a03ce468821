import { sha256, toBase64Url } from '../sha256.ts';

/** randomToken returns an unguessable URL-safe string of 256 bits. */
export const randomToken = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

/** challengeOf returns the S256 code challenge of a verifier (RFC 7636 §4.2). */
export const challengeOf = (verifier: string): string => toBase64Url(sha256(new TextEncoder().encode(verifier)));
