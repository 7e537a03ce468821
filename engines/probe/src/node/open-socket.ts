import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import {
  checkedLookup,
  createAddressPolicy,
  HttpError,
  servernameOf,
  systemResolver,
  toHttpError,
} from '@touchstone/engine-http';
import type { ProbePhases } from '../core/outcome.ts';
import type { ProbeOptions } from './probe.ts';

/** Destination of a socket. */
export interface SocketTarget {
  host: string;
  port: number;
  /** With TLS: the requested server name, and whether an untrusted certificate ends the connection. */
  tls?: { serverName: string; verify: boolean };
}

/** An open socket; `close` closes it, even if a check fails. */
export interface OpenSocket {
  socket: Socket;
  secure: TLSSocket | undefined;
  phases: ProbePhases;
}

/**
 * openSocket connects within the limits of the options, to an address that the policy allows. Rejects with an
 * `HttpError`; the socket is destroyed when `stop` is aborted.
 */
export async function openSocket(target: SocketTarget, options: ProbeOptions, stop: AbortSignal): Promise<OpenSocket> {
  const { port } = target;
  const host = target.host.replace(/^\[|\]$/g, '');
  const policy = options.session.addressPolicy ?? createAddressPolicy();
  const literal = isIP(host);
  if (literal !== 0) {
    const verdict = policy.allows(host, literal === 6 ? 6 : 4, port, host);
    if (verdict !== true) throw new HttpError('ADDRESS_REFUSED', verdict);
  }
  const phases: ProbePhases = {};
  let at = performance.now();
  const phase = (): number => {
    const [from, now] = [at, performance.now()];
    at = now;
    return now - from;
  };
  const socket = connectTcp({
    host,
    port,
    lookup: checkedLookup({
      policy,
      port,
      resolve: options.session.resolve ?? systemResolver,
      onResolved: () => {
        phases.dnsMs = phase();
      },
    }),
  });
  const failed = (error: unknown) => toHttpError(error, { host, port, secure: target.tls !== undefined });
  stop.addEventListener('abort', () => socket.destroy(stop.reason as Error), { once: true });
  await happened(socket, 'connect').catch((error: unknown) => {
    throw failed(error);
  });
  phases.connectMs = phase();
  if (!target.tls) return { socket, secure: undefined, phases };
  const { serverName, verify } = target.tls;
  const secure = connectTls({
    socket,
    servername: servernameOf(serverName),
    host: serverName,
    rejectUnauthorized: verify,
    ALPNProtocols: ['http/1.1'],
    ...(options.session.tls as object | undefined),
  });
  await happened(secure, 'secureConnect').catch((error: unknown) => {
    socket.destroy();
    throw failed(error);
  });
  phases.tlsMs = phase();
  return { socket: secure, secure, phases };
}

function happened(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(event as 'connect', () => {
      socket.off('error', reject);
      // Later failures are handled by the reader.
      socket.on('error', () => undefined);
      resolve();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new HttpError('CONNECTION', 'The connection was closed at once.')));
  });
}

/**
 * within runs work with a signal that aborts after the timeout, or when the options' signal does; then rejects with
 * TIMEOUT or CANCELLED.
 */
export async function within<T>(
  { timeoutMs, signal }: ProbeOptions,
  what: string,
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const cancel = () => controller.abort(new HttpError('CANCELLED', 'The check was cancelled.'));
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  const seconds = Math.round(timeoutMs / 100) / 10;
  const timer = setTimeout(
    () => controller.abort(new HttpError('TIMEOUT', `${what} did not answer within ${seconds} s.`)),
    timeoutMs,
  );
  const ended = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error), { once: true });
    if (controller.signal.aborted) reject(controller.signal.reason as Error);
  });
  // The first to settle decides; the other's rejection must not end the process.
  ended.catch(() => undefined);
  const working = work(controller.signal);
  working.catch(() => undefined);
  try {
    return await Promise.race([working, ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    controller.abort(new HttpError('CANCELLED', 'The check is over.'));
  }
}
