/** One run of autocannon in a separate process, plain or with the same checks as the engine. */
import { createRequire } from 'node:module';
import { onDemand } from '../../tools/on-demand.ts';

interface Request {
  method: string;
  path: string;
  setupRequest?: (request: { path: string; headers: Record<string, string> }, context: Context) => object;
  onResponse?: (status: number, body: string, context: Context, headers: Record<string, string>) => void;
}
interface Context {
  id?: number;
  token?: string;
}
type Autocannon = (options: object) => Promise<{ requests: { total: number }; errors: number; duration: number }>;

const [url = '', connections = '64', seconds = '5', kind = 'plain'] = process.argv.slice(2);
const autocannon = createRequire(import.meta.url)(onDemand('autocannon')) as Autocannon;
let next = 0;
let failures = 0;
const checked: Request = {
  method: 'GET',
  path: '/items/1',
  setupRequest: (request, context) => {
    next = (next % 1000) + 1;
    context.id = next;
    const headers = { ...request.headers, 'X-Token': context.token ?? 'none' };
    return { ...request, headers, path: `/items/${next}?trace=${Math.floor(Math.random() * 1001)}` };
  },
  onResponse: (status, body, context, headers) => {
    const document = JSON.parse(body) as { id: number; token: string };
    const type = headers['Content-Type'] ?? headers['content-type'] ?? '';
    if (status !== 200 || !type.includes('json') || document.id !== context.id) failures += 1;
    context.token = document.token;
  },
};
const cpu = process.cpuUsage();
const result = await autocannon({
  url: kind === 'plain' ? `${url}/items/1` : url,
  connections: Number(connections),
  duration: Number(seconds),
  ...(kind === 'plain' ? {} : { requests: [checked] }),
});
const used = process.cpuUsage(cpu);
if (failures > 0 || result.errors > 0)
  throw new Error(`autocannon: ${failures} checks failed, ${result.errors} errors`);
process.stdout.write(
  JSON.stringify({
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    perCpuSecond: result.requests.total / ((used.user + used.system) / 1e6),
  }),
);
