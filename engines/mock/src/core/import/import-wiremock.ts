import type { MockProblem } from '../stub.ts';
import { type ImportedMock, stableId } from './imported-mock.ts';

/**
 * importWireMock reads a WireMock file: one mapping, a list of mappings, or an object with `mappings`. A mapping
 * without an id gets one derived from its position.
 */
export function importWireMock(text: string, fileName: string): ImportedMock {
  const problems: MockProblem[] = [];
  const empty = { title: fileName, resources: [], problems };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    problems.push({ path: fileName, message: `The JSON cannot be read: ${(error as Error).message}.` });
    return { ...empty, stubs: [] };
  }
  const list = mappingsOf(value);
  const stubs = list.flatMap((mapping, index) => {
    if (typeof mapping !== 'object' || mapping === null || Array.isArray(mapping)) {
      problems.push({
        path: `${fileName}[${index}]`,
        message: 'A stub is a JSON object with a request and a response.',
      });
      return [];
    }
    const stub = mapping as Record<string, unknown>;
    return [
      stub.id === undefined && stub.uuid === undefined ? { ...stub, id: stableId(fileName, String(index)) } : stub,
    ];
  });
  return { ...empty, stubs };
}

function mappingsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const { mappings } = (value ?? {}) as { mappings?: unknown };
  return Array.isArray(mappings) ? mappings : [value];
}
