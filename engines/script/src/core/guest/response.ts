import type { ScriptResponse } from '../script-types.ts';
import type { PropertyList, Sdk, SdkResponse } from './kit.ts';

interface Buffers {
  from(text: string, encoding?: string): unknown;
}

/**
 * `pm.response`, and the response of `pm.sendRequest`. Its bytes (`stream`) are created on first use; without a
 * response, it exists anyway, and is empty.
 */
export function openResponse(
  sdk: Sdk,
  given: ScriptResponse | undefined,
  expect: (subject: unknown) => { to: unknown },
): SdkResponse {
  const response =
    given === undefined
      ? new sdk.Response()
      : new sdk.Response({
          code: given.status,
          ...(given.statusText === '' ? {} : { status: given.statusText }),
          header: given.headers.map(([key, value]) => ({ key, value })),
          cookie: setCookies(given).map((line) => cookieOf(sdk, line)),
          responseTime: Math.round(given.durationMs),
        });
  if (given !== undefined) addBody(response, given);
  Object.defineProperty(response, 'to', { configurable: true, get: () => expect(response).to });
  return response;
}

/** Cookies set by a response, as a postman-collection list. */
export function cookiesOf(sdk: Sdk, response: ScriptResponse | undefined): PropertyList {
  const lines = response === undefined ? [] : setCookies(response);
  return new sdk.CookieList(
    null,
    lines.map((line) => cookieOf(sdk, line)),
  );
}

function setCookies({ headers }: ScriptResponse): string[] {
  return headers.filter(([name]) => name.toLowerCase() === 'set-cookie').map(([, value]) => value);
}

function cookieOf(sdk: Sdk, line: string): object {
  return new sdk.Cookie(line);
}

function addBody(response: SdkResponse, { text, base64, sizeBytes }: ScriptResponse): void {
  const bytes = () => {
    const { Buffer } = globalThis as unknown as { Buffer: Buffers };
    return base64 === undefined ? Buffer.from(text) : Buffer.from(base64, 'base64');
  };
  let stream: unknown;
  const { size } = response as unknown as { size: () => object };
  const measured = Object.create(response, { stream: { value: { byteLength: sizeBytes } } });
  Object.defineProperties(response, {
    text: { configurable: true, writable: true, value: () => text },
    size: { configurable: true, writable: true, value: () => Reflect.apply(size, measured, []) },
    responseSize: { configurable: true, writable: true, enumerable: true, value: sizeBytes },
    stream: {
      configurable: true,
      enumerable: true,
      get: () => (stream ??= bytes()),
      set: (value: unknown) => {
        stream = value;
      },
    },
  });
}
