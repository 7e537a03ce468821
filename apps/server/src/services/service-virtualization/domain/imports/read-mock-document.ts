import {
  detectMockFormat,
  importMock,
  MockEngine,
  type MockFormat,
  type MockProblem,
} from '@touchstone/engine-mock/core';
import { type AssetContent, contentOfStub, factsOf, type JsonObject } from '../asset-content.ts';

/** What an entry of a document becomes. */
export interface DocumentEntry {
  /** Names the entry within the document, so that it is found again. */
  key: string;
  name: string;
  content: AssetContent;
}

/** What a document has; `format` is undefined where no mock can be made of it. */
export interface MockDocument {
  format: MockFormat | undefined;
  title: string;
  entries: DocumentEntry[];
  problems: MockProblem[];
}

const mostEntries = 10_000;

/** readMockDocument reads a document that a mock can be made of. For workers, because the text is a user's and may be large. */
export async function readMockDocument({
  text,
  fileName,
  hasResources,
}: {
  text: string;
  fileName: string;
  hasResources: boolean;
}): Promise<MockDocument> {
  const format = detectMockFormat(text, fileName);
  const { title, stubs, resources, problems } = await importMock(text, fileName, { hasResources });
  const entries: DocumentEntry[] = [];
  const found = [...problems];
  // The worker has a limit of time of its own.
  const engine = new MockEngine({ guard: (work) => work() });
  for (const [index, stub] of stubs.entries()) {
    const read = engine.put(stub, `stubs[${index}]`);
    if (read.problems.length > 0) found.push(...read.problems);
    else entries.push({ key: read.stub.id, ...partsOf(stub) });
  }
  for (const resource of resources)
    entries.push({
      key: `records ${resource.path}`,
      name: resource.name,
      content: { form: 'resource', resource: { ...resource } },
    });
  if (entries.length > mostEntries) {
    const message = `The document has ${entries.length} entries; the first ${mostEntries} come in.`;
    found.push({ path: 'document', message });
  }
  return { format, title: title.slice(0, 255) || 'Import', entries: entries.slice(0, mostEntries), problems: found };
}

function partsOf(stub: JsonObject): { name: string; content: AssetContent } {
  const content = contentOfStub(stub);
  const { method, path } = factsOf(content);
  const name = typeof stub.name === 'string' && stub.name !== '' ? stub.name : `${method} ${path}`;
  return { name: name.slice(0, 255), content };
}
