import type { Config } from '../config.ts';

const contentSecurity = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self' blob:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};

const yearSeconds = 365 * 24 * 60 * 60;

/** securityHeaders returns the security headers of every response. They never differ, so they are created once. */
export function securityHeaders(config: Pick<Config, 'publicUrl' | 'EXTERNAL_APPLICATIONS'>): Record<string, string> {
  return {
    'content-security-policy': Object.entries(contentSecurity)
      .map((directive) => directive.join(' '))
      .join(';'),
    // An external application gets the token by a message, for which the page must keep a reference to its window.
    'cross-origin-opener-policy': config.EXTERNAL_APPLICATIONS.length ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    ...(config.publicUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${yearSeconds}; includeSubDomains`,
    }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  };
}
