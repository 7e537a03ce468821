// A little ink in the tint keeps the small word readable on a selected row.
const tint = (color: string) => `color-mix(in srgb, var(${color}) 84%, var(--ink))`;

const colors: Record<string, string> = {
  GET: tint('--run'),
  POST: tint('--pass'),
  PUT: tint('--warn'),
  PATCH: tint('--accent'),
  DELETE: tint('--fail'),
};

/** MethodWord is an HTTP method as a tinted word. */
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
