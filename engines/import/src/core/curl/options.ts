/** Options that take an argument, from the manual of curl 8.15. */
const withArgument = `abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config connect-timeout
connect-to continue-at cookie cookie-jar create-file-mode crlfile curves data data-ascii data-binary data-raw data-urlencode
delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url dump-ca-embed dump-header ech egd-file engine
etag-compare etag-save expect100-timeout expand-data expand-header expand-url form form-string ftp-account
ftp-alternative-to-user ftp-method ftp-port ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header help
hostpubmd5 hostpubsha256 hsts interface ip-tos ipfs-gateway json keepalive-cnt keepalive-time key key-type krb libcurl
limit-rate local-port login-options mail-auth mail-from mail-rcpt max-filesize max-redirs max-time netrc-file noproxy
oauth2-bearer output output-dir parallel-max parallel-max-host pass pinnedpubkey preproxy proto proto-default proto-redir
proxy proxy-cacert proxy-capath proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key
proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword
proxy-tlsuser proxy-user proxy1.0 pubkey quote random-file range rate referer request request-target resolve retry
retry-delay retry-max-time sasl-authzid service-name sigalgs socks4 socks4a socks5 socks5-gssapi-service socks5-hostname
speed-limit speed-time stderr telnet-option tftp-blksize time-cond tls-max tls13-ciphers tlsauthtype tlspassword tlsuser
trace trace-ascii trace-config unix-socket upload-file upload-flags url url-query user user-agent variable vlan-priority
write-out`.split(/\s+/);

const flags = `anyauth append basic ca-native cert-status compressed compressed-ssh create-dirs crlf digest disable
disable-eprt disable-epsv disallow-username-in-url doh-cert-status doh-insecure fail fail-early fail-with-body false-start
follow form-escape ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control get globoff haproxy-protocol
head http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only ignore-content-length include insecure ipv4 ipv6
junk-session-cookies list-only location location-trusted mail-rcpt-allowfails manual metalink mptcp negotiate netrc
netrc-optional next no-buffer buffer keepalive alpn npn sessionid progress-meter clobber ntlm ntlm-wb out-null parallel
parallel-immediate path-as-is post301 post302 post303 progress-bar proxy-anyauth proxy-basic proxy-ca-native proxy-digest
proxy-http2 proxy-insecure proxy-negotiate proxy-ntlm proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tlsv1
proxytunnel raw remote-header-name remote-name remote-name-all remote-time remove-on-error retry-all-errors
retry-connrefused sasl-ir show-error show-headers silent skip-existing socks5-basic socks5-gssapi socks5-gssapi-nec ssl
ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort ssl-sessions sslv2 sslv3 styled-output
suppress-connect-headers tcp-fastopen tcp-nodelay tftp-no-options tls-earlydata tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3
tr-encoding trace-ids trace-time use-ascii verbose version xattr`.split(/\s+/);

const short: Record<string, string> = {
  '0': 'http1.0',
  '1': 'tlsv1',
  '2': 'sslv2',
  '3': 'sslv3',
  '4': 'ipv4',
  '6': 'ipv6',
  '#': 'progress-bar',
  ':': 'next',
  a: 'append',
  A: 'user-agent',
  b: 'cookie',
  B: 'use-ascii',
  c: 'cookie-jar',
  C: 'continue-at',
  d: 'data',
  D: 'dump-header',
  e: 'referer',
  E: 'cert',
  f: 'fail',
  F: 'form',
  g: 'globoff',
  G: 'get',
  h: 'help',
  H: 'header',
  i: 'include',
  I: 'head',
  j: 'junk-session-cookies',
  J: 'remote-header-name',
  k: 'insecure',
  K: 'config',
  l: 'list-only',
  L: 'location',
  m: 'max-time',
  M: 'manual',
  n: 'netrc',
  N: 'no-buffer',
  o: 'output',
  O: 'remote-name',
  p: 'proxytunnel',
  P: 'ftp-port',
  q: 'disable',
  Q: 'quote',
  r: 'range',
  R: 'remote-time',
  s: 'silent',
  S: 'show-error',
  t: 'telnet-option',
  T: 'upload-file',
  u: 'user',
  U: 'proxy-user',
  v: 'verbose',
  V: 'version',
  w: 'write-out',
  x: 'proxy',
  X: 'request',
  y: 'speed-time',
  Y: 'speed-limit',
  z: 'time-cond',
  Z: 'parallel',
};

const argumentNames = new Set(withArgument);
const flagNames = new Set(flags);
const allNames = [...argumentNames, ...flagNames];

/** An option as written; `isOff` for `--no-…`. */
export interface CurlOption {
  name: string;
  value: string;
  isOff: boolean;
}

/** readOptions splits the words of one command into options, addresses (as the option `url`) and unknown words. */
export function readOptions(words: readonly string[]): { options: CurlOption[]; unknown: string[] } {
  const options: CurlOption[] = [];
  const unknown: string[] = [];
  let isUrlOnly = false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const argument = () => {
      at += 1;
      return words[at] ?? '';
    };
    if (isUrlOnly || !word.startsWith('-') || word === '-') options.push({ name: 'url', value: word, isOff: false });
    else if (word === '--') isUrlOnly = true;
    else if (word.startsWith('--')) readLong(word.slice(2), argument, options, unknown);
    else readShort(word.slice(1), argument, options, unknown);
  }
  return { options, unknown };
}

function readLong(word: string, argument: () => string, options: CurlOption[], unknown: string[]): void {
  const equals = word.indexOf('=');
  const written = equals === -1 ? word : word.slice(0, equals);
  const name = completed(written);
  if (name !== undefined && argumentNames.has(name))
    options.push({ name, value: equals === -1 ? argument() : word.slice(equals + 1), isOff: false });
  else if (name !== undefined) options.push({ name, value: '', isOff: false });
  else if (written.startsWith('no-') && completed(written.slice(3)) !== undefined)
    options.push({ name: completed(written.slice(3))!, value: '', isOff: true });
  else unknown.push(`--${written}`);
}

/** curl accepts the unambiguous prefix of a name, and makes its own choice for ambiguous ones. */
function completed(written: string): string | undefined {
  if (argumentNames.has(written) || flagNames.has(written)) return written;
  if (written.length < 3) return undefined;
  const matches = allNames.filter((name) => name.startsWith(written));
  return matches.length === 1 ? matches[0] : undefined;
}

function readShort(letters: string, argument: () => string, options: CurlOption[], unknown: string[]): void {
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at]!;
    const name = short[letter];
    if (name === undefined) unknown.push(`-${letter}`);
    else if (argumentNames.has(name)) {
      const attached = letters.slice(at + 1);
      options.push({ name, value: attached === '' ? argument() : attached, isOff: false });
      return;
    } else options.push({ name, value: '', isOff: false });
  }
}
