const colors: Record<string, string> = {
  GET: 'var(--run)',
  POST: 'var(--pass)',
  PUT: 'var(--warn)',
  PATCH: 'var(--accent)',
  DELETE: 'var(--fail)',
};

/** MethodWord is an HTTP method as a word first, tinted second. */
export function MethodWord({ method, width }: { method: string; width?: number }) {
  return (
    <span
      className="mono"
      style={{
        color: colors[method] ?? 'var(--ink-2)',
        fontSize: 11,
        fontWeight: 650,
        flex: 'none',
        display: 'inline-block',
        width,
      }}
    >
      {method === 'DELETE' && width ? 'DEL' : method === 'OPTIONS' && width ? 'OPT' : method}
    </span>
  );
}
