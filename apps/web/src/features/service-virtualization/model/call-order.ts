/** A request as a verification of the order names it. */
type Request = { method?: string } & ({ urlPath: string } | { url: string });

const line = /^([A-Za-z]+|\*)\s+(\/\S*)$/;
const mostRequests = 100;

/** orderOf reads requests in their order, one a line: `POST /orders`, or `* /orders` for any method. A path with a query has to come with it. */
export function orderOf(text: string): { order: Request[] } | { problem: string } {
  const lines = text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean);
  if (lines.length === 0) return { problem: 'Enter at least one request, such as GET /orders.' };
  if (lines.length > mostRequests) return { problem: `Enter at most ${mostRequests} requests.` };
  const order: Request[] = [];
  for (const one of lines) {
    const [, method = '', path] = line.exec(one) ?? [];
    if (path === undefined) return { problem: `Write “${one}” as a method and a path, such as GET /orders.` };
    const address = path.includes('?') ? { url: path } : { urlPath: path };
    order.push(method === '*' ? address : { method: method.toUpperCase(), ...address });
  }
  return { order };
}
