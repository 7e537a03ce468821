// Runs before the first paint, as a file because the content security policy forbids inline scripts.
(() => {
  let scheme = 'auto';
  try {
    scheme = localStorage.getItem('mantine-color-scheme-value') || 'auto';
  } catch {
    // Storage may be blocked; the system's scheme is used then.
  }
  const dark = scheme === 'dark' || (scheme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();

// The same policy forbids eval. Zod tries at import whether it may, which would break the policy once per visit.
globalThis.__zod_globalConfig = { jitless: true };
