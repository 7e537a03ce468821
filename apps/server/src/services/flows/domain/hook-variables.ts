import type { z } from 'zod';

type Json = z.core.util.JSONType;
const longestName = 255;

/**
 * hookVariables returns the variables that a body passes to a run: its fields by name, and the complete body as `body`
 * unless a field has that name.
 */
export function hookVariables(body: unknown): Record<string, Json> {
  if (body === undefined || body === null) return {};
  const isObject = typeof body === 'object' && !Array.isArray(body);
  const fields = isObject ? Object.entries(body as Record<string, Json>) : [];
  const named = fields.filter(([name]) => name !== '' && name !== '__proto__' && name.length <= longestName);
  return Object.fromEntries([['body', body as Json], ...named]);
}
