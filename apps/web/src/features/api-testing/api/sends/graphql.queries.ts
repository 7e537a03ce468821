import { queryOptions } from '@tanstack/react-query';
import { apiPreviewRoutes, type ScriptInput, type StepDetail } from '@touchstone/contracts/api-testing';
import { api } from '../../../../shared/api.ts';
import { introspectionQuery, readSchema } from '../../model/graphql/graphql-schema.ts';
import { withProtocol } from '../../model/request/address.ts';
import { withName } from '../../model/request/request-name.ts';

/** Where the request is sent from: its variables, certificates and credentials also apply to the schema. */
export interface SchemaPlace {
  projectId?: string | undefined;
  suiteId?: string | undefined;
  environmentId?: string | undefined;
}

const textOf = ({ exchange, error }: StepDetail): string => {
  const response = exchange?.response;
  if (!response) throw new Error(error?.message ?? 'The server gave no answer.');
  if (response.body.text === undefined || response.body.truncated)
    throw new Error('The schema is too large to show. Completion needs a schema of at most 2 MB.');
  return response.body.text;
};

/** schemaQuery fetches the GraphQL schema of a request's server, with the headers and credentials of the request. */
export const schemaQuery = (draft: ScriptInput, place: SchemaPlace) =>
  queryOptions({
    queryKey: ['api-testing', 'graphql-schema', { url: draft.url, ...place }],
    queryFn: async ({ signal }) => {
      const {
        scriptId: _id,
        testScript: _test,
        examples: _examples,
        documentation: _docs,
        ...request
      } = withName(draft);
      const script: ScriptInput = {
        ...request,
        url: withProtocol(draft.url).replace(/^ws(?=s?:\/\/)/i, 'http'),
        // The schema is a single response, whatever the request itself accepts.
        headers: request.headers.filter(({ key }) => key.toLowerCase() !== 'accept'),
        method: 'POST',
        body: { type: 'graphql', query: introspectionQuery, variables: '' },
        assertions: [],
        dataHandlers: [],
      };
      const detail = await api.call(apiPreviewRoutes.preview, { body: { ...place, script } }, { signal });
      return readSchema(textOf(detail));
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 3_600_000,
  });
