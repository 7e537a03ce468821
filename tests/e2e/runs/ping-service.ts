import { randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import {
  add,
  defineService,
  plainStep,
  type RunContext,
  type RunKind,
  type RunsDoor,
  reportHeader,
  runKinds,
  runsService,
} from '@touchstone/server';
import { z } from 'zod';

const pingInput = z.strictObject({
  projectId: z.uuid(),
  hosts: z.array(z.strictObject({ name: z.string(), address: z.url() })).min(1),
});
type PingInput = z.infer<typeof pingInput>;
type Host = PingInput['hosts'][number];

/** A container or step of which only the name matters. */
const named = (title: string) => ({
  stepId: randomUUID(),
  kind: 'host',
  title,
  groupId: null,
  sourceId: null,
  plan: {},
  summary: {},
});

/** The plan for hosts: a container, and a step for each. */
async function* stepsOf(hosts: Host[]) {
  const group = named('Hosts');
  yield { ...group, isContainer: true };
  for (const { name, address } of hosts)
    yield { ...named(name), parentId: group.stepId, plan: { address }, summary: { address } };
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}

/** A picture of one colour. */
function picture([red, green, blue]: readonly [number, number, number]): Buffer {
  const [width, height] = [160, 90];
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of three colours.
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, Buffer.from([red, green, blue]))]);
  const rows = Buffer.concat(Array<Buffer>(height).fill(row));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
const pictures = { passed: picture([40, 160, 110]), failed: picture([200, 70, 60]) };

/** Pings each host in turn, stores a picture of its answer, and lets a separate run reply to it. */
function executePing(runs: RunsDoor) {
  return async (context: RunContext): Promise<void> => {
    const { organizationId, projectId, runId, createdBy, signal } = context;
    for await (const step of context.openSteps()) {
      context.started(step);
      const startedAt = new Date();
      const { address } = step.plan as { address: string };
      const code = await fetch(address, { signal }).then(
        ({ status }) => status,
        () => 0,
      );
      if (signal.aborted) return;
      const status = code === 200 ? 'passed' : 'failed';
      const file = { name: `${step.title}.png`, mediaType: 'image/png', content: pictures[status] };
      await context.attach({ ...file, stepId: step.stepId });
      const part = await runs.enqueue({
        organizationId,
        projectId,
        kind: 'pong',
        name: `Pong of ${step.title}`,
        plan: {},
        label: {},
        user: { userId: createdBy, name: 'Ping' },
        steps: stepsOf([{ name: 'Reply', address }]),
        parent: { runId, stepId: step.stepId },
      });
      // A run that ends also ends its parts that are still running.
      await Array.fromAsync(runs.readEvents(part.runId, 0, signal));
      if (signal.aborted) return;
      await context.finished({
        index: step.index,
        status,
        durationMs: Date.now() - startedAt.getTime(),
        startedAt,
        message: status === 'failed' ? `It answered with ${code}.` : null,
        outcome: { code },
        detail: null,
      });
    }
  };
}

async function executePong(context: RunContext): Promise<void> {
  for await (const { index } of context.openSteps())
    await context.finished({
      index,
      status: 'passed',
      durationMs: 0,
      startedAt: new Date(),
      message: null,
      outcome: {},
      detail: null,
    });
}

function pingKinds(runs: RunsDoor): RunKind[] {
  const shared = { service: 'ping', open: async () => undefined };
  const ping: RunKind = {
    ...shared,
    kind: 'ping',
    title: 'Ping',
    input: pingInput,
    executionStatus: (status) => `Ping ${status}`,
    async plan(_caller, input) {
      const { hosts } = input as PingInput;
      return { name: `Ping of ${hosts.length} hosts`, plan: {}, label: {}, steps: stepsOf(hosts) };
    },
    retry: (_run, choice) => choice,
    present: ({ title, summary, outcome }) => ({
      title,
      subtitle: (summary as { address?: string }).address ?? '',
      badges: ['PING', ...(outcome ? [String((outcome as { code: number }).code)] : [])],
    }),
    execute: executePing(runs),
    async report(run, source) {
      const rows: string[][] = [];
      for await (const { title, outcome } of source.steps())
        rows.push([title, outcome ? String((outcome as { code: number }).code) : 'none']);
      async function* steps() {
        for await (const step of source.steps()) yield plainStep(ping, step);
      }
      return {
        ...reportHeader(ping, run, source),
        sections: [
          { type: 'table', title: 'Answers', columns: ['Host', 'Code'], rows },
          {
            type: 'image',
            title: 'Colour of the result',
            mediaType: 'image/png',
            base64: pictures[run.status === 'passed' ? 'passed' : 'failed'].toString('base64'),
          },
          { type: 'steps', groups: [], steps: steps() },
        ],
      };
    },
  };
  const pong: RunKind = {
    ...shared,
    kind: 'pong',
    title: 'Pong',
    executionStatus: (status) => `Pong ${status}`,
    execute: executePong,
  };
  return [ping, pong];
}

/** pingService adds kinds of runs that the product doesn't know, as future services will. */
export const pingService = defineService<undefined, { runs: typeof runsService }>({
  name: 'ping',
  needs: { runs: runsService },
  create(_platform, { runs }) {
    return { door: undefined, adds: [add(runKinds, ...pingKinds(runs))] };
  },
});
