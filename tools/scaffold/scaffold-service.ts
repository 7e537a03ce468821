import type { Names } from './scaffold.ts';

/** serviceFiles returns the files of a new service: its door, a call, a kind of run, and their tests. */
export const serviceFiles = (names: Names): Record<string, string> => ({ ...door(names), ...kindOfRun(names) });

const door = ({ kebab, camel, pascal, title }: Names) => ({
  'README.md': `# ${title}

One sentence about its purpose.

- **Nouns**:
- **Runs**: kind \`${kebab}\`, listed on the Runs page; \`jobs/${kebab}-run.ts\` checks texts as a starting point
- **Door**: \`${camel}Service\` in \`index.ts\`, listed in \`services/manifest.ts\`
- **Events**: handles none, publishes none
- **Tables**: none
- **Tests**: \`npx vitest run apps/server/src/services/${kebab}\`
`,
  'index.ts': `import { defineService } from '../../platform/service.ts';
import { add } from '../../platform/slots.ts';
import { type RunKind, runKinds, runsService } from '../runs/index.ts';
import { workspacesService } from '../workspaces/index.ts';
import { create${pascal}Run } from './jobs/${kebab}-run.ts';
import { add${pascal}Routes } from './routes/${kebab}.routes.ts';

const needs = { runs: runsService, workspaces: workspacesService };

/** ${camel}Service is the front door of ${title.toLowerCase()}. */
export const ${camel}Service = defineService<undefined, typeof needs>({
  name: '${kebab}',
  needs,
  create(_platform, { workspaces: { workspaces } }) {
    const open: RunKind['open'] = async (caller, projectId, need) => {
      await workspaces.open(caller, projectId, need);
    };
    return { door: undefined, adds: [add(runKinds, create${pascal}Run(open))], routes: add${pascal}Routes };
  },
});
`,
  [`routes/${kebab}.routes.ts`]: `import { ${camel}Routes } from '@touchstone/contracts/${kebab}';
import type { Registrar } from '../../../platform/http/registrar.ts';

export function add${pascal}Routes(registrar: Registrar): void {
  registrar.add(${camel}Routes.getOwner, async ({ caller }) => ({ organizationName: caller.organizationName }));
}
`,
  'index.test.ts': `import { basename } from 'node:path';
import { ${camel}Routes } from '@touchstone/contracts/${kebab}';
import { expect, test } from 'vitest';
import { ${camel}Service } from './index.ts';
import { add${pascal}Routes } from './routes/${kebab}.routes.ts';

test('its name, which is also the schema of its tables, equals its folder name', () => {
  expect(${camel}Service.name).toBe(basename(import.meta.dirname));
});

test('it binds every call that its contract declares', () => {
  const bound: unknown[] = [];
  add${pascal}Routes({ routes: [], add: (route) => void bound.push(route) });
  expect(bound).toEqual(Object.values(${camel}Routes));
});
`,
});

const kindOfRun = ({ kebab, pascal, title }: Names) => ({
  [`jobs/${kebab}-run.ts`]: `import { newId } from '@touchstone/kernel';
import { z } from 'zod';
import type { PlannedStep, RunContext, RunKind } from '../../runs/index.ts';

const input = z.strictObject({
  projectId: z.uuid(),
  texts: z.array(z.string().max(1000)).min(1).max(1000),
});

/** create${pascal}Run creates a kind of run with a step per text; a blank text fails. */
export const create${pascal}Run = (open: RunKind['open']): RunKind => ({
  kind: '${kebab}',
  title: '${title}',
  service: '${kebab}',
  executionStatus: (status) => \`${title} \${status}\`,
  open,
  input,
  async plan(_caller, given) {
    const { texts } = input.parse(given);
    return { name: '${title}', plan: {}, label: {}, steps: stepsOf(texts) };
  },
  retry: (_run, choice) => choice,
  execute,
});

async function* stepsOf(texts: readonly string[]): AsyncGenerator<PlannedStep> {
  for (const [index, text] of texts.entries())
    yield {
      stepId: newId(),
      kind: 'text',
      title: \`Text \${index + 1}\`,
      groupId: null,
      sourceId: null,
      plan: { text },
      summary: {},
    };
}

async function execute(context: RunContext): Promise<void> {
  for await (const step of context.openSteps()) {
    context.started(step);
    const startedAt = new Date();
    const isBlank = (step.plan as { text: string }).text.trim() === '';
    await context.finished({
      index: step.index,
      status: isBlank ? 'failed' : 'passed',
      durationMs: Date.now() - startedAt.getTime(),
      startedAt,
      message: isBlank ? 'The text is blank.' : null,
      outcome: {},
      detail: {},
    });
  }
}
`,
  [`jobs/${kebab}-run.test.ts`]: `import { runRoutes } from '@touchstone/contracts/runs';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
});
afterAll(() => server.close());

test('a run checks each text and is listed on the Runs page', async () => {
  const { client } = server.admin;
  const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: '${title}' } });
  const body = { kind: '${kebab}', input: { projectId, texts: ['here', ' '] } };
  const { runId, link } = await client.call(runRoutes.startRun, { body });
  expect(link).toBe(\`/runs/\${runId}\`);
  const events = await client.raw(runRoutes.followRun, { params: { runId }, query: {} });
  expect(await events.text()).toContain('${title} failed');
  const { content } = await client.call(runRoutes.listRunSteps, { params: { runId }, query: {} });
  expect(content.map(({ title, status, message }) => [title, status, message])).toEqual([
    ['Text 1', 'passed', null],
    ['Text 2', 'failed', 'The text is blank.'],
  ]);
});

test('an empty list of texts is refused', async () => {
  const { client } = server.admin;
  const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Refused' } });
  const body = { kind: '${kebab}', input: { projectId, texts: [] } };
  await expect(client.call(runRoutes.startRun, { body })).rejects.toMatchObject({ status: 400 });
});
`,
});

/** contractFiles returns the files declaring the calls of a new service. */
export const contractFiles = ({ kebab, camel, title }: Names): Record<string, string> => ({
  'index.ts': `export * from './routes.ts';
`,
  'routes.ts': `import { z } from 'zod';
import { canRead, route } from '../route.ts';

/** Calls of ${title.toLowerCase()}. */
export const ${camel}Routes = {
  getOwner: route({
    service: '${kebab}',
    method: 'GET',
    path: '/api/owner',
    summary: 'The organization that ${title.toLowerCase()} belongs to',
    access: canRead,
    response: z.object({ organizationName: z.string() }),
  }),
};
`,
});

/** accessFile returns the file defining who may make the calls of a new service, and what each responds. */
export const accessFile = ({
  kebab,
  title,
}: Names): string => `import { all, type ServiceCalls } from '../expectation.ts';

/** ${title}. */
export const calls: ServiceCalls = {
  audiences: {
    members: \`
      GET ${kebab}/api/owner
    \`,
  },
  expectations: {
    'GET ${kebab}/api/owner': all(200),
  },
};
`;
