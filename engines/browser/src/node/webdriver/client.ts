/** Key of element references in WebDriver (W3C WebDriver §12.2). */
export const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
/** A reference to a page element in commands. */
export interface ElementReference {
  [elementKey]: string;
}

/** WebDriverError is an error response from the driver. */
export class WebDriverError extends Error {
  override readonly name = 'WebDriverError';
  /** Such as `no such window` (W3C WebDriver §6.6). */
  readonly code: string;
  /** Message of the open dialog, if one is in the way. */
  readonly dialogText: string | undefined;
  constructor(code: string, message: string, dialogText?: string) {
    super(message === '' ? code : message);
    this.code = code;
    this.dialogText = dialogText;
  }
}

interface Answer {
  value: unknown;
}

interface Failure {
  error: string;
  message?: string;
  data?: { text?: string };
}

const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && typeof (value as Failure).error === 'string';

/** Requested or actual capabilities of a session. */
export type Capabilities = Record<string, unknown>;

/** WebDriverClient sends the commands of one session to a driver (W3C WebDriver). */
export class WebDriverClient {
  readonly #base: string;
  readonly #signal: AbortSignal;
  readonly capabilities: Capabilities;

  private constructor(base: string, capabilities: Capabilities, signal: AbortSignal) {
    this.#base = base;
    this.#signal = signal;
    this.capabilities = capabilities;
  }

  /** Opens a session at the driver of this address; commands fail once the signal reports that the driver is gone. */
  static async open(server: string, alwaysMatch: Capabilities, signal: AbortSignal): Promise<WebDriverClient> {
    const base = server.replace(/\/$/, '');
    const opened = await exchange(`${base}/session`, 'POST', { capabilities: { alwaysMatch } }, signal);
    const { sessionId, capabilities } = opened as { sessionId: string; capabilities: Capabilities };
    return new WebDriverClient(`${base}/session/${sessionId}`, capabilities, signal);
  }

  get<T>(path: string): Promise<T> {
    return exchange(this.#base + path, 'GET', undefined, this.#signal) as Promise<T>;
  }
  /** `signal` stops waiting for the response. */
  post<T>(path: string, body: object = {}, signal?: AbortSignal): Promise<T> {
    const either = signal ? AbortSignal.any([this.#signal, signal]) : this.#signal;
    return exchange(this.#base + path, 'POST', body, either) as Promise<T>;
  }
  delete<T>(path: string): Promise<T> {
    return exchange(this.#base + path, 'DELETE', undefined, this.#signal) as Promise<T>;
  }
  /** Ends the session and its browser. */
  close(): Promise<unknown> {
    return this.delete('');
  }
}

async function exchange(url: string, method: string, body: object | undefined, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, {
    method,
    signal,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json; charset=utf-8' } }),
  });
  const text = await response.text();
  let answer: Answer;
  try {
    answer = JSON.parse(text) as Answer;
  } catch {
    throw new WebDriverError('unknown error', `The driver answered ${response.status} without JSON.`);
  }
  const { value } = answer;
  if (response.ok && !isFailure(value)) return value;
  if (isFailure(value)) throw new WebDriverError(value.error, value.message ?? '', value.data?.text);
  throw new WebDriverError('unknown error', `The driver answered ${response.status}.`);
}
