import type { Socket } from 'node:net';
import type { Phases } from '../../core/result.ts';

/** ConnectionTrace records when the phases of one exchange ended. */
export class ConnectionTrace {
  readonly #now: () => number;
  readonly startedMs: number;
  #resolvedMs: number | undefined;
  #connectedMs: number | undefined;
  #securedMs: number | undefined;
  #sentMs: number | undefined;
  #headersMs: number | undefined;
  #endedMs: number | undefined;
  #abandon: (() => void) | undefined;
  #expectsTls = false;

  constructor(now: () => number) {
    this.#now = now;
    this.startedMs = now();
  }

  /** Watches a connecting socket; a kept-alive one has no dns, tcp and tls phase. */
  watchConnect(socket: Socket & { encrypted?: boolean }): void {
    if (socket.connecting) {
      socket.once('connect', () => {
        this.#connectedMs ??= this.#now();
      });
    }
  }

  watchSecure(socket: Socket): void {
    this.#expectsTls = true;
    socket.once('secureConnect', () => {
      this.#securedMs ??= this.#now();
    });
  }

  /** Copies the times of another exchange, which opened the connection that this one waited for. */
  adopt(opened: ConnectionTrace): void {
    this.#resolvedMs ??= opened.#resolvedMs;
    this.#connectedMs ??= opened.#connectedMs;
    this.#securedMs ??= opened.#securedMs;
  }

  resolved(): void {
    this.#resolvedMs ??= this.#now();
  }
  connected(): void {
    this.#connectedMs = this.#now();
  }
  sent(): void {
    this.#sentMs ??= this.#now();
  }
  headers(): void {
    this.#headersMs ??= this.#now();
  }
  ended(): void {
    this.#endedMs ??= this.#now();
  }

  get elapsedMs(): number {
    return (this.#endedMs ?? this.#now()) - this.startedMs;
  }

  /** The phase that has not ended, for a message. */
  get waitingFor(): string {
    if (this.#headersMs !== undefined) return 'the end of the response body';
    if (this.#sentMs !== undefined) return 'the response';
    if (this.#connectedMs === undefined) return 'the connection';
    return this.#expectsTls && this.#securedMs === undefined ? 'the TLS handshake' : 'the request to be sent';
  }

  onAbandon(action: () => void): void {
    this.#abandon = action;
  }
  abandon(): void {
    this.#abandon?.();
  }

  /** Each phase starts where the previous one ended, so that they add up to the total exactly. */
  phases(): Phases {
    let last = this.startedMs;
    const end = this.#endedMs ?? this.#now();
    const until = (mark: number | undefined, latest: number) => {
      if (mark === undefined) return 0;
      const limited = Math.max(last, Math.min(mark, latest));
      const duration = limited - last;
      last = limited;
      return duration;
    };
    const headers = this.#headersMs ?? end;
    const dnsMs = until(this.#resolvedMs, headers);
    const tcpMs = until(this.#connectedMs, headers);
    const tlsMs = until(this.#securedMs, headers);
    const sendMs = until(this.#sentMs, headers);
    const waitMs = until(this.#headersMs, end);
    const downloadMs = until(end, end);
    return {
      dnsMs,
      tcpMs,
      tlsMs,
      sendMs,
      waitMs,
      downloadMs,
      totalMs: dnsMs + tcpMs + tlsMs + sendMs + waitMs + downloadMs,
    };
  }
}
