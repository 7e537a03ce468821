import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Step } from '@touchstone/engine-keyword/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { act, found, open, openShop, play, type Shop } from '../testing/index.ts';
import { pool } from '../testing/pool.ts';
import { type BrowserEngine, findBrowsers } from './find-browsers.ts';

/** Pages that load nothing but what they serve, one of them with Trusted Types. */
const policy = "default-src 'none'; frame-src 'self'; style-src 'unsafe-inline'; require-trusted-types-for 'script'";
const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>Page</title>${head}</head><body><main><h1>Page</h1>${body}</main></body></html>`;
const pages: Record<string, string> = {
  '/': page('<p>Text</p>'),
  '/bad': page(
    `<img src="/x.png"><img src="/y.png"><button id="go"></button>
    <p id="pale" style="color:#aaa;background:#fff">Pale</p>
    <form id="form"><input name="email"></form>
    <iframe title="Inner" src="/inner"></iframe>`,
  ),
  '/inner': page('<button class="inner"></button>'),
  '/styles': page('<h3>Skipped a level</h3>'),
};

let server: Server;
let url: string;
let shop: Shop;
beforeAll(async () => {
  server = createServer((request, response) => {
    const body = pages[request.url ?? ''];
    response.writeHead(body ? 200 : 404, { 'content-type': 'text/html', 'content-security-policy': policy });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  shop = await openShop();
});
afterAll(async () => {
  await shop.close();
  server.close();
});

const installed = (await findBrowsers()).map(({ engine }) => engine);

describe.skipIf(!installed.includes('chromium'))('accessibility', () => {
  const run = async (
    path: string,
    args: Record<string, string> = {},
    target: Step['target'] = null,
    engine: BrowserEngine = 'chromium',
  ) => {
    const steps = [open(path), act('verifyAccessibility', args, target)];
    const { finished } = await play(pool, steps, { engine, baseUrl: url });
    return finished[1]!;
  };
  const rules = ({ violations = [] }: Awaited<ReturnType<typeof run>>) =>
    violations.map(({ rule, impact, count }) => `${rule} ${impact} ${count}`);

  it('passes a page that breaks no rule, under a strict policy', async () => {
    expect(await run('/')).toMatchObject({ status: 'passed', message: '', violations: [] });
  });

  it.each(installed)('lists violations, worst first, including those in frames, in %s', async (engine) => {
    const result = await run('/bad', {}, null, engine);
    expect(result.status).toBe('failed');
    expect(rules(result)).toEqual([
      'button-name critical 2',
      'image-alt critical 2',
      'label critical 1',
      'color-contrast serious 1',
    ]);
    expect(result.message).toBe(
      'The page breaks 4 rules of accessibility at 6 places: Buttons must have discernible text (button-name), and 3 more rules.',
    );
    const [button] = result.violations ?? [];
    expect(button).toMatchObject({
      help: 'Buttons must have discernible text',
      helpUrl: expect.stringContaining('deque'),
    });
    expect(button?.elements).toEqual([
      { selector: '#go', snippet: '<button id="go"></button>' },
      { selector: 'iframe › button', snippet: '<button class="inner"></button>' },
    ]);
  });

  it('checks a single element, skips rules, and takes a standard and an impact', async () => {
    expect(rules(await run('/bad', {}, found('css', '#form')))).toEqual(['label critical 1']);
    expect(rules(await run('/bad', { ignore: 'image-alt\nbutton-name\nlabel' }))).toEqual(['color-contrast serious 1']);
    expect(rules(await run('/bad', { standard: 'WCAG 2.0 A' }))).not.toContain('color-contrast serious 1');
    expect(await run('/styles')).toMatchObject({ status: 'passed' });
    const strict = await run('/styles', { standard: 'WCAG 2.2 AA and best practices' });
    expect(rules(strict)).toEqual(['heading-order moderate 1']);
    const lenient = await run('/styles', { standard: 'WCAG 2.2 AA and best practices', impact: 'serious' });
    expect(lenient).toMatchObject({ status: 'passed', message: '1 rule with less impact is broken.' });
    expect(rules(lenient)).toEqual(['heading-order moderate 1']);
  });

  it.each([
    [{ ignore: 'no-such-rule' }, 'There is no rule "no-such-rule". Remove it from the step.'],
    [{ standard: 'WCAG 9' }, 'The standard "WCAG 9" is not known.'],
    [{ impact: 'bad' }, 'The impact "bad" is none of minor, moderate, serious, critical.'],
  ])('reports a mistake in the step: %o', async (args, message) => {
    expect(await run('/', args)).toMatchObject({ status: 'error', message });
  });

  it("leaves no trace in the page, and doesn't touch a checker of its own", async () => {
    const steps = [
      open(),
      act('verifyAccessibility'),
      act('runJavaScript', { code: 'return typeof window.axe', variable: 'none' }),
      act('runJavaScript', { code: 'window.axe = { own: 1 }' }),
      act('verifyAccessibility'),
      act('runJavaScript', { code: 'return JSON.stringify(window.axe)', variable: 'own' }),
    ];
    const { result } = await play(pool, steps, { engine: 'chromium', baseUrl: url });
    expect(result).toMatchObject({ status: 'passed', variables: { none: 'undefined', own: '{"own":1}' } });
  });

  it('reports the shop as accessible', async () => {
    for (const path of ['/', '/login', '/checkout']) {
      const steps = [open(path), act('verifyAccessibility')];
      const { result } = await play(pool, steps, { engine: 'chromium', baseUrl: shop.url });
      expect([path, result.message]).toEqual([path, '']);
    }
  });
});
