/** upstreamProblem returns what is wrong with the address of a service; undefined if it is valid. */
export function upstreamProblem(address: string): string | undefined {
  const text = address.trim();
  if (!/^https?:\/\/[^\s/]+/i.test(text) || !URL.canParse(text))
    return 'Give an address such as https://api.example.com.';
  const { username, password, search, hash } = new URL(text);
  if (username || password) return 'Leave user and password out of the address.';
  return search || hash ? 'Give the address without a query.' : undefined;
}

/** pathsProblem says which path is invalid; undefined if all are valid. */
export const pathsProblem = (paths: readonly string[]): string | undefined =>
  paths.every((path) => path.startsWith('/')) ? undefined : 'Begin paths with /, such as /api/**.';
