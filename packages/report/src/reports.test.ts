import type { StepDetail } from '@touchstone/contracts/api-testing';
import { JSDOM } from 'jsdom';
import { parseXmlDocument } from 'slimdom';
import { expect, test } from 'vitest';
import { renderHtmlReport } from './html.ts';
import { httpRunDocument } from './http-document.ts';
import { renderJsonReport } from './json.ts';
import { renderJunitReport } from './junit.ts';
import { sampleRun, sampleStep, textOf } from './testing/sample-run.ts';

const hostile = `</script></style><img src=x onerror=alert(1)><script>alert(2)</script>"'\`&amp;]]>\u0000\u0007\u202e\ud800 {{x}}`;
function hostileStep(status: StepDetail['status'], index: number): StepDetail {
  const view = { text: hostile, contentType: hostile, sizeBytes: 100, truncated: true };
  return sampleStep({
    index,
    status,
    name: hostile,
    suiteId: hostile,
    suiteName: hostile,
    method: hostile,
    url: `javascript:${hostile}`,
    message: hostile,
    assertionsFailed: 1,
    assertions: [
      {
        kind: hostile,
        path: hostile,
        operator: hostile,
        expected: hostile,
        actual: [hostile],
        status: 'failed',
        message: hostile,
        faults: [{ place: hostile, message: hostile, line: 1 }],
        proof: { source: 'body', lines: [{ number: 1, text: hostile, isMarked: true }], note: hostile },
      },
    ],
    extracted: [
      { name: hostile, value: hostile, found: true },
      { name: hostile, value: '', found: false, message: hostile },
    ],
    unresolved: [{ name: hostile, place: hostile }],
    error: { code: hostile, message: hostile },
    exchange: {
      request: { method: hostile, url: hostile, headers: [[hostile, hostile]], body: view },
      response: {
        status: 200,
        statusText: hostile,
        httpVersion: hostile,
        headers: [[hostile, hostile]],
        body: { contentType: hostile, sizeBytes: 1, truncated: false },
      },
      redirects: [{ method: hostile, url: hostile, status: 302, location: hostile, durationMs: 1 }],
    },
  });
}
const statuses: StepDetail['status'][] = ['passed', 'failed', 'error', 'cancelled', 'skipped', 'running', 'queued'];
const hostileRun = sampleRun(statuses.map(hostileStep), {
  name: hostile,
  startedBy: hostile,
  environmentName: hostile,
  url: `javascript:alert(3)//${hostile}`,
});

test('the HTML report treats hostile texts as nothing but text', async () => {
  const html = await textOf(renderHtmlReport(httpRunDocument(hostileRun)));
  const { document } = new JSDOM(html).window;
  expect(document.querySelectorAll('script')).toHaveLength(1);
  expect(document.querySelectorAll('img, link, iframe, object, form')).toHaveLength(0);
  for (const element of document.querySelectorAll('*'))
    for (const { name, value } of element.attributes) {
      expect(name).toMatch(/^(aria-|data-|http-equiv$|stroke-|fill-|[a-z]+$)/i);
      expect(name).not.toMatch(/^on/);
      if (name === 'href') expect(value).toMatch(/^#/);
      if (name === 'src') expect(value).toBe('');
    }
  expect(document.querySelector('h1')?.textContent).toContain('<img src=x onerror=alert(1)>');
  expect(document.querySelectorAll('details.step')).toHaveLength(statuses.length);
});

test('the HTML report makes no network requests and allows its own script only', async () => {
  const html = await textOf(renderHtmlReport(httpRunDocument(sampleRun([sampleStep()]))));
  const { document } = new JSDOM(html).window;
  const policy = document.querySelector('meta[http-equiv]')?.getAttribute('content') ?? '';
  const script = document.querySelector('script')?.textContent ?? '';
  const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))).toString(
    'base64',
  );
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`script-src 'sha256-${digest}'`);
  expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
});

test('the HTML report lists failures first, opens the first and counts', async () => {
  const steps = [
    sampleStep({ index: 0 }),
    sampleStep({ index: 1, status: 'failed', message: 'expected 42.50, got 42.05', suiteId: 'b', suiteName: 'B' }),
    sampleStep({ index: 2, status: 'error', message: 'refused', suiteId: 'b', suiteName: 'B' }),
  ];
  const { document } = new JSDOM(await textOf(renderHtmlReport(httpRunDocument(sampleRun(steps))))).window;
  expect([...document.querySelectorAll('details.step[open]')].map(({ id }) => id)).toEqual(['step-1']);
  expect([...document.querySelectorAll('aside a')].map((link) => link.getAttribute('href'))).toEqual([
    '#step-1',
    '#step-2',
  ]);
  expect([...document.querySelectorAll('.suite')].map(({ textContent }) => textContent)).toEqual([
    'Orders 1 step',
    'B 2 steps',
  ]);
  expect(document.querySelector('.counts')?.textContent).toBe('1 failed1 error1 passedof 3 steps');
});

test('the script filters by status and by text', async () => {
  const steps = [sampleStep({ index: 0 }), sampleStep({ index: 1, status: 'failed', message: 'wrong total' })];
  const html = await textOf(renderHtmlReport(httpRunDocument(sampleRun(steps))));
  const { window } = new JSDOM(html, { runScripts: 'dangerously' });
  const { document } = window;
  const shown = () =>
    [...document.querySelectorAll<HTMLElement>('.step')].filter((step) => !step.hidden).map(({ id }) => id);
  expect(document.querySelector<HTMLElement>('.tools')?.hidden).toBe(false);
  document.querySelector<HTMLElement>('[data-filter=failed]')?.click();
  expect(shown()).toEqual(['step-1']);
  document.querySelector<HTMLElement>('[data-filter=""]')?.click();
  const box = document.querySelector<HTMLInputElement>('.tools input')!;
  box.value = 'ORDERS/0 get';
  box.dispatchEvent(new window.Event('input'));
  expect(shown()).toEqual(['step-0']);
  box.value = 'nothing like it';
  box.dispatchEvent(new window.Event('input'));
  expect(document.querySelector<HTMLElement>('.none')?.hidden).toBe(false);
});

test('an empty run says so', async () => {
  expect(await textOf(renderHtmlReport(httpRunDocument(sampleRun([]))))).toContain(
    '<p class="none">This run has no steps.</p>',
  );
});

test('every report names the run by its number, with label and commit', async () => {
  const named = () => httpRunDocument(sampleRun([sampleStep()], { number: 128, label: 'main', commit: '4f2c1d9a' }));
  const html = await textOf(renderHtmlReport(named()));
  expect(html).toContain('<title>Pass: Checkout regression #128</title>');
  expect(html).toContain('<h1>Checkout regression #128</h1>');
  expect(html).toContain('Commit <b>4f2c1d9a</b>');
  expect(await textOf(renderJunitReport(named()))).toContain('<testsuites name="Checkout regression #128"');
  const json = JSON.parse(await textOf(renderJsonReport(named())));
  expect(json.run).toMatchObject({ name: 'Checkout regression', number: 128, label: 'main', commit: '4f2c1d9a' });
  const unnumbered = await textOf(renderHtmlReport(httpRunDocument(sampleRun([sampleStep()]))));
  expect(unnumbered).toContain('<h1>Checkout regression</h1>');
});

test('JUnit stays well-formed with hostile texts', async () => {
  const document = parseXmlDocument(await textOf(renderJunitReport(httpRunDocument(hostileRun))));
  const cases = document.getElementsByTagName('testcase');
  expect(cases).toHaveLength(statuses.length);
  expect(document.documentElement?.getAttribute('name')).toBe(
    hostile.toWellFormed().replace(/[\u0000\u0007]/g, '\ufffd'),
  );
  expect(document.getElementsByTagName('failure')[0]?.textContent).toContain('expected: </script>');
});

const provenRun = sampleRun([
  sampleStep({
    status: 'failed',
    assertions: [
      {
        kind: 'jsonPath',
        path: '$.total',
        operator: 'equals',
        expected: 42.5,
        actual: 42.05,
        status: 'failed',
        message: 'JSON $.total: expected 42.5, got 42.05.',
        proof: {
          source: 'body',
          lines: [
            { number: 9, text: '  "id": 1,' },
            { number: 10, text: '  "total": 42.05', isMarked: true },
            { number: 40, text: '}' },
          ],
        },
      },
      {
        kind: 'jsonSchema',
        operator: 'matches',
        expected: { title: 'Order', description: 'long' },
        actual: '2 faults',
        status: 'failed',
        message: 'Body matches schema Order: 2 faults. /id: one; /total: two.',
        faults: [
          { place: '/id', message: 'one' },
          { place: '/total', message: 'two', line: 10 },
        ],
      },
    ],
  }),
]);

test('the HTML report shows the place in the response under a failure, and marks differences of the values', async () => {
  const { document } = new JSDOM(await textOf(renderHtmlReport(httpRunDocument(provenRun)))).window;
  const [proof, faults] = [...document.querySelectorAll('tr.proof')];
  expect(proof!.querySelector('.at')!.textContent).toBe('10  "total": 42.05\n');
  expect(proof!.querySelector('pre')!.textContent).toContain('…40}');
  expect([...document.querySelectorAll('td.v mark')].map((mark) => mark.textContent)).toEqual(['0']);
  expect(document.body.textContent).toContain('(−0.45)');
  expect([...faults!.querySelectorAll('li')].map((item) => item.textContent)).toEqual(['/id one', '/total two']);
});

test('JUnit has the place in the response and each fault, and not the schema', async () => {
  const document = parseXmlDocument(await textOf(renderJunitReport(httpRunDocument(provenRun))));
  expect(document.getElementsByTagName('failure')[0]!.textContent).toBe(
    [
      'JSON $.total: expected 42.5, got 42.05.',
      '  expected: 42.5',
      '  actual:   42.05',
      '     9 |   "id": 1,',
      '  > 10 |   "total": 42.05',
      '    …',
      '    40 | }',
      'Body matches schema Order: 2 faults. /id: one; /total: two.',
      '  /id: one',
      '  /total: two',
    ].join('\n'),
  );
});

test('JUnit counts per suite, groups interleaved steps, and has times in seconds', async () => {
  const of = (index: number, suiteId: string, status: StepDetail['status']) =>
    sampleStep({
      index,
      suiteId,
      suiteName: suiteId.toUpperCase(),
      status,
      message: status === 'passed' ? null : 'why',
    });
  const steps = [of(0, 'a', 'passed'), of(1, 'b', 'failed'), of(2, 'a', 'error'), of(3, 'b', 'skipped')];
  const document = parseXmlDocument(await textOf(renderJunitReport(httpRunDocument(sampleRun(steps)))));
  const read = (element: { getAttribute(name: string): string | null }) =>
    ['name', 'tests', 'failures', 'errors', 'skipped', 'time'].map((name) => element.getAttribute(name)).join(' ');
  expect([...document.getElementsByTagName('testsuite')].map(read)).toEqual(['A 2 0 1 0 0.148', 'B 2 1 0 1 0.148']);
  expect(read(document.documentElement!)).toBe('Checkout regression 4 1 1 1 134.000');
  expect(document.getElementsByTagName('system-out')[0]?.textContent).toBe(
    'GET https://api.example.org/orders/0\n200 OK\napplication/json, 22 B, 74 ms',
  );
});

test('the JSON report contains run and steps', async () => {
  const steps = [sampleStep({ index: 0 }), sampleStep({ index: 1 })];
  const report = JSON.parse(await textOf(renderJsonReport(httpRunDocument(sampleRun(steps))))) as {
    run: object;
    steps: StepDetail[];
  };
  expect(report.steps).toEqual(steps);
  expect(report.run).toMatchObject({ name: 'Checkout regression', counts: { total: 2, passed: 2 } });
  expect(report.run).not.toHaveProperty('steps');
  expect(JSON.parse(await textOf(renderJsonReport(httpRunDocument(sampleRun([])))))).toMatchObject({ steps: [] });
});

test.each([
  ['HTML', renderHtmlReport],
  ['JUnit', renderJunitReport],
])('the %s report of 10,000 steps is written in chunks while the steps are read', async (_, render) => {
  let given = 0;
  async function* steps() {
    for (; given < 10_000; given += 1) yield sampleStep({ index: given, suiteId: `s${Math.floor(given / 100)}` });
  }
  const suites = Array.from({ length: 100 }, (_, index) => ({
    suiteId: `s${index}`,
    suiteName: `S${index}`,
    total: 100,
  }));
  let ahead = 0;
  let pieces = 0;
  let rows = 0;
  for await (const piece of render(httpRunDocument({ ...sampleRun([]), suites, steps: steps() }))) {
    pieces += 1;
    const inPiece = piece.match(/<testcase |<details class="step"/g)?.length ?? 0;
    rows += inPiece;
    ahead = Math.max(ahead, given - rows);
  }
  expect(rows).toBe(10_000);
  expect(pieces).toBeGreaterThan(10_000);
  expect(ahead).toBeLessThanOrEqual(100);
});
