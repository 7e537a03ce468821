/** upstreamProblem says what is wrong with the address of a service; undefined where nothing is. */
export function upstreamProblem(address: string): string | undefined {
  const text = address.trim();
  if (!/^https?:\/\/[^\s/]+/i.test(text) || !URL.canParse(text))
    return 'Give an address such as https://api.example.com.';
  const { username, password, search, hash } = new URL(text);
  if (username || password) return 'Leave user and password out of the address.';
  return search || hash ? 'Give the address without a query.' : undefined;
}

/** pathsProblem says which path is none; undefined where all are. */
export const pathsProblem = (paths: readonly string[]): string | undefined =>
  paths.every((path) => path.startsWith('/')) ? undefined : 'Begin paths with /, such as /api/**.';
