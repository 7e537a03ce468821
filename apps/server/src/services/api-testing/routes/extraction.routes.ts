import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Extraction } from '../app/extraction.ts';

/** Adds the extraction calls of the editor. */
export function addExtractionRoutes(registrar: Registrar, extraction: Extraction): void {
  registrar.add(apiTestingRoutes.extractJson, async ({ body, caller }) => ({
    matches: await extraction.json(caller, body.body, body.path),
  }));
  registrar.add(apiTestingRoutes.extractXpath, async ({ body, caller }) => ({
    matches: await extraction.xpath(caller, body.body, body.path),
  }));
  registrar.add(apiTestingRoutes.inferJsonSchema, async ({ body, caller }) => ({
    schema: await extraction.jsonSchema(caller, body.body),
  }));
  registrar.add(apiTestingRoutes.inferXmlSchema, async ({ body, caller }) => ({
    schema: await extraction.xmlSchema(caller, body.body),
  }));
}
