import { HttpError } from '../../core/http-error.ts';

interface Target {
  host: string;
  port: number;
  secure: boolean;
}

const certificateReasons: Record<string, string> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its chain ends in a self-signed certificate that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its issuer is not trusted or the server does not send the intermediate certificate',
  UNABLE_TO_GET_ISSUER_CERT: 'its issuer is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its issuer is not trusted or the server does not send the intermediate certificate',
  CERT_REVOKED: 'it was revoked',
  CERT_UNTRUSTED: 'its issuer is not trusted',
  CERT_SIGNATURE_FAILURE: 'its signature is not valid',
  INVALID_PURPOSE: 'it is not made for servers',
  EE_KEY_TOO_SMALL: 'its key is too short',
  CA_MD_TOO_WEAK: 'its signature algorithm is too weak',
};
const trustHint =
  'Name the authority in NODE_EXTRA_CA_CERTS of the sending process, or turn certificate verification off for this request.';

const connectionReasons: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there. Check host and port, and that the service is running',
  ECONNRESET: 'the server closed the connection without a complete response',
  EPIPE: 'the server closed the connection while the request was being sent',
  ECONNABORTED: 'the connection was aborted',
  ETIMEDOUT: 'the host does not answer. Check host, port and firewall',
  EHOSTUNREACH: 'the host cannot be reached from here. Check the network and the firewall',
  ENETUNREACH: 'the network cannot be reached from here. Check the network connection',
  EADDRNOTAVAIL: 'the address cannot be used from this machine',
  EACCES: 'this machine does not permit the connection',
  UND_ERR_SOCKET: 'the connection failed',
};

/** toHttpError describes the reason of a failed exchange in one sentence for the user. */
export function toHttpError(error: unknown, target: Target): HttpError {
  if (error instanceof HttpError) return error;
  const cause = firstCause(error);
  if (cause instanceof HttpError) return cause;
  const code = codeOf(cause);
  const message = cause instanceof Error ? cause.message : String(cause);
  const where = `${target.host}:${target.port}`;
  return (
    dnsFailure(code, target, cause) ??
    tlsFailure(code, message, where, target, cause) ??
    protocolFailure(code, message, where, cause) ??
    connectionFailure(code, where, cause) ??
    new HttpError('INTERNAL', `The request could not be completed: ${message}.`, cause)
  );
}

function dnsFailure(code: string, { host }: Target, cause: unknown): HttpError | undefined {
  if (code === 'ENOTFOUND' || code === 'ENODATA') {
    return new HttpError('DNS', `The host ${host} was not found. Check its spelling.`, cause);
  }
  if (code === 'EAI_AGAIN' || code === 'ESERVFAIL' || code === 'EAI_FAIL') {
    return new HttpError('DNS', `The name server does not answer for ${host}. Try again, or check the network.`, cause);
  }
  return undefined;
}

function tlsFailure(
  code: string,
  message: string,
  where: string,
  target: Target,
  cause: unknown,
): HttpError | undefined {
  const tls = (text: string) => new HttpError('TLS', text, cause);
  const reason = certificateReasons[code];
  if (reason !== undefined) return tls(`The certificate of ${where} is not accepted: ${reason}. ${trustHint}`);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return tls(
      `The certificate of ${where} is not accepted: it was issued for another host (${altNames(cause)}). ${trustHint}`,
    );
  }
  if (/wrong version number|packet length too long|http request/i.test(message)) {
    return tls(`${where} does not speak TLS. Use http:// or another port.`);
  }
  if (/certificate required|bad certificate|certificate unknown|handshake failure/i.test(message)) {
    return tls(`${where} refused the TLS handshake. It may require a client certificate; add one for this host.`);
  }
  if (/no application protocol/i.test(message)) {
    return tls(`${where} does not offer HTTP/2. Set the HTTP version of the request to automatic or 1.1.`);
  }
  if (/unsupported protocol|protocol version/i.test(message)) {
    return tls(`${where} offers only TLS versions that are no longer safe. Update the server to TLS 1.2 or 1.3.`);
  }
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) {
    return tls(`The TLS connection to ${where} failed: ${message}.`);
  }
  if (target.secure && /before secure TLS connection was established/.test(message)) {
    return tls(`${where} closed the connection during the TLS handshake.`);
  }
  return undefined;
}

function protocolFailure(code: string, message: string, where: string, cause: unknown): HttpError | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new HttpError('PROTOCOL', `${where} sent more than 256 kB of headers.`, cause);
  }
  if (code.startsWith('HPE_')) {
    const reason = (cause as { reason?: string }).reason ?? message;
    return new HttpError('PROTOCOL', `${where} did not answer with valid HTTP: ${reason}.`, cause);
  }
  if (code === 'ERR_INVALID_CHAR' || code === 'ERR_HTTP_INVALID_HEADER_VALUE' || code === 'ERR_INVALID_HTTP_TOKEN') {
    return new HttpError('INVALID_HEADER', `A header cannot be sent: ${message}.`, cause);
  }
  return undefined;
}

function connectionFailure(code: string, where: string, cause: unknown): HttpError | undefined {
  const reason = connectionReasons[code];
  return reason === undefined ? undefined : new HttpError('CONNECTION', `No connection to ${where}: ${reason}.`, cause);
}

/** Several tried addresses result in one error that wraps theirs. */
function firstCause(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

function altNames(error: unknown): string {
  const certificate = (error as { cert?: { subjectaltname?: string; subject?: { CN?: string | string[] } } }).cert;
  const names = certificate?.subjectaltname?.replaceAll('DNS:', '') ?? String(certificate?.subject?.CN ?? 'unknown');
  return names.length > 120 ? `${names.slice(0, 120)}…` : names;
}
