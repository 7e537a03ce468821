import { z } from 'zod';
import { canRead, route } from '../route.ts';

const service = 'api-testing';
const input = z.strictObject({ body: z.string().max(5_000_000), path: z.string().min(1).max(2000) });
const answer = z.object({ matches: z.array(z.object({ path: z.string(), value: z.unknown() })) });

const bodyInput = z.strictObject({ body: z.string().min(1).max(5_000_000) });

export const extractionRoutes = {
  extractJson: route({
    service,
    method: 'POST',
    path: '/api/json-extract',
    summary: 'Evaluate a JSONPath (RFC 9535) on a response',
    access: canRead,
    body: input,
    response: answer,
  }),
  extractXpath: route({
    service,
    method: 'POST',
    path: '/api/xpath-extractor',
    summary: 'Evaluate an XPath (1.0, else 3.1) on a response',
    access: canRead,
    body: input,
    response: answer,
  }),
  inferJsonSchema: route({
    service,
    method: 'POST',
    path: '/api/json-schema',
    summary: 'JSON Schema (2020-12) that describes a response',
    access: canRead,
    body: bodyInput,
    response: z.object({ schema: z.unknown() }),
  }),
  inferXmlSchema: route({
    service,
    method: 'POST',
    path: '/api/xml-schema',
    summary: 'XML Schema that describes a response',
    access: canRead,
    body: bodyInput,
    response: z.object({ schema: z.string() }),
  }),
};
