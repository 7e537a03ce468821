import { parseDocument as parseYaml } from 'yaml';
import type { JsonObject } from '../json-values.ts';
import type { ProblemList } from '../problems.ts';
import { messageOf } from '../step-parts.ts';
import { objectsOf, readJson, readLooseJson } from './read-json.ts';

const aliasLimit = 200;

/** readData parses JSON, also with comments and trailing commas, or YAML. Unreadable text becomes a problem. */
export const readData = (text: string, problems: ProblemList): unknown =>
  readJson(text, problems, (content, reason) =>
    /^\s*[[{/]/.test(content) ? readLooseJson(content, reason, problems) : readYaml(content, problems),
  );

/** readObjects returns the objects of a JSON or YAML document that is a single one or a list. */
export const readObjects = (text: string, problems: ProblemList): JsonObject[] =>
  objectsOf(readData(text, problems), problems);

function readYaml(text: string, problems: ProblemList): unknown {
  try {
    const document = parseYaml(text, { uniqueKeys: false, prettyErrors: true, logLevel: 'silent' });
    for (const error of document.errors.slice(0, 20))
      problems.add(`line ${error.linePos?.[0].line ?? 1}`, messageOf(error));
    // The round trip expands aliases to a tree and rejects cyclic ones.
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: aliasLimit })) ?? 'null');
  } catch (error) {
    problems.add('document', `The YAML cannot be read: ${messageOf(error)}`);
    return undefined;
  }
}
