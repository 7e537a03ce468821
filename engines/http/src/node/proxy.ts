import { HttpError } from '../core/http-error.ts';
import { encodeBase64 } from '../core/prepare-request.ts';

/**
 * ProxyOptions names the proxy for all requests of a session. The operator chooses its address, so it isn't checked.
 */
export interface ProxyOptions {
  /** `http://host:port` or `https://host:port`; may contain credentials. */
  url: string;
  username?: string;
  password?: string;
  /** Hosts reached directly: names, `.domain` or `*.domain` for subdomains, each with an optional `:port`. */
  bypass?: readonly string[];
}

/** ProxyRoute is a checked proxy. */
export class ProxyRoute {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly authorization: string | undefined;
  readonly #bypass: readonly string[];

  constructor(options: ProxyOptions) {
    const url = parse(options.url);
    this.secure = url.protocol === 'https:';
    this.host = url.hostname.replace(/^\[|\]$/g, '');
    this.port = url.port === '' ? (this.secure ? 443 : 80) : Number(url.port);
    const username = options.username ?? decodeURIComponent(url.username);
    const password = options.password ?? decodeURIComponent(url.password);
    this.authorization = username === '' ? undefined : `Basic ${encodeBase64(`${username}:${password}`)}`;
    this.#bypass = (options.bypass ?? []).map((entry) => entry.trim().toLowerCase()).filter((entry) => entry !== '');
  }

  appliesTo(host: string, port: number): boolean {
    return !this.#bypass.some((entry) => {
      const [, name = '', entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry)!;
      if (entryPort !== undefined && Number(entryPort) !== port) return false;
      if (name === '*' || name === host) return true;
      const suffix = name.replace(/^\*/, '');
      return suffix.startsWith('.') && host.endsWith(suffix);
    });
  }
}

function parse(text: string): URL {
  let url: URL | undefined;
  try {
    url = new URL(text);
  } catch {
    // Reported below, together with a wrong protocol.
  }
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new HttpError('PROXY', 'The address of the proxy is not valid. Write it like http://proxy.example.com:8080.');
  }
  return url;
}

/** proxyError says that the proxy itself could not be reached. */
export function proxyError(proxy: ProxyRoute, error: Error): HttpError {
  if (error instanceof HttpError) return error;
  const message = `The proxy ${proxy.host}:${proxy.port} cannot be reached (${error.message}). Check its address.`;
  return new HttpError('PROXY', message, error);
}

/** proxyRefusal says that the proxy responded, but without a connection. */
export function proxyRefusal(proxy: ProxyRoute, status: number): HttpError {
  const name = `The proxy ${proxy.host}:${proxy.port}`;
  if (status === 407)
    return new HttpError('PROXY', `${name} wants other credentials. Check the user name and password.`);
  return new HttpError('PROXY', `${name} refused the connection to the host (status ${status}).`);
}
