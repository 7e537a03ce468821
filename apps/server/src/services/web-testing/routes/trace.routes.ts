import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { traceViewer } from '@touchstone/engine-browser/trace-viewer';
import type { FastifyInstance } from 'fastify';
import type { Registrar } from '../../../platform/http/registrar.ts';
import { inlineScriptsOf } from '../../../platform/http/web-app.ts';
import type { UnitRecordings } from '../app/unit-recordings.ts';

const viewerPath = '/services/web-testing/trace-viewer/';
const tracePath = '/services/web-testing/api/traces?token=';

/** addTraceRoutes lets the trace viewer, which has no session, read the trace a user opens. */
export function addTraceRoutes(registrar: Registrar, recordings: UnitRecordings): void {
  registrar.add(calls.createTraceLink, async ({ caller, body }) => {
    const token = await recordings.traceToken(caller, body.runId, body.unit);
    return { address: `${viewerPath}index.html?trace=${encodeURIComponent(tracePath + token)}` };
  });
  registrar.add(calls.readTrace, async ({ query, reply }) => {
    const { stream, sizeBytes } = await recordings.readTrace(query.token);
    return reply
      .headers({ 'content-type': 'application/zip', 'content-length': sizeBytes, 'cache-control': 'private, no-store' })
      .send(stream);
  });
}

/**
 * addTraceViewer serves Playwright's trace viewer: static files without any data. Its service worker renders the pages
 * of a trace, each with its own policy that blocks their scripts; traces are only read from this installation.
 */
export async function addTraceViewer(app: FastifyInstance): Promise<void> {
  const scripts = inlineScriptsOf(readFileSync(join(traceViewer, 'index.html'), 'utf8'));
  const policy = [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "connect-src 'self' blob:",
    "worker-src 'self'",
    "frame-src 'self' data:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(';');
  await app.register(fastifyStatic, {
    root: traceViewer,
    prefix: viewerPath,
    decorateReply: false,
    setHeaders: (response) => {
      response.header('content-security-policy', policy);
      response.header('cache-control', 'no-cache');
    },
  });
}
