import { z } from 'zod';
import { canRead, canWrite, route } from '../route.ts';
import { idSchema, okSchema, pageOf, pageQuery, queryBoolean, searchTerm, timeSchema } from '../shared.ts';
import { service } from './service.ts';

/** `static` always responds the same; `dynamic` computes: template, state, sequence, records, callback, proxy. */
export const assetKinds = ['static', 'dynamic'] as const;
/** Whether an asset always responds the same. */
export type AssetKind = (typeof assetKinds)[number];

/** Name of an asset. */
export const assetNameSchema = z
  .string()
  .trim()
  .min(1, 'Please enter asset name.')
  .max(255, 'Asset name cannot be above 255 characters.');
const tags = z.array(z.string().trim().min(1).max(50)).max(20);
const object = z.record(z.string(), z.unknown());

/** A stub: request pattern and response in WireMock's format, plus the engine's extensions; see its README. */
export const stubSchema = object;
/** Records that callers list, create, change and delete. */
export const resourceSchema = object;

/** The content of an asset; exactly one of `stub` and `resource`. */
const content = {
  name: assetNameSchema,
  kind: z.enum(assetKinds),
  tags: tags.default([]),
  isEnabled: z.boolean().default(true),
  stub: stubSchema.nullable().default(null),
  resource: resourceSchema.nullable().default(null),
};
/** An unsaved asset: proposed, or to save. */
export const assetDraftSchema = z.object(content);
/** An unsaved asset. */
export type AssetDraft = z.infer<typeof assetDraftSchema>;

/** A problem of an asset, and its place. */
export const assetProblemSchema = z.object({
  path: z.string().describe('Place in the asset, such as stub.request.headers.Accept'),
  message: z.string(),
});
/** A problem of an asset. */
export type AssetProblem = z.infer<typeof assetProblemSchema>;

/** A note on a working asset. */
export const assetWarningSchema = assetProblemSchema.extend({
  code: z.enum(['shadowed', 'shadows', 'no-file', 'no-variable']),
  assetId: idSchema.nullable().describe('The other asset that it is about'),
  assetName: z.string().nullable(),
});
/** A note on a working asset. */
export type AssetWarning = z.infer<typeof assetWarningSchema>;

/** An asset in a list. */
export const assetSummarySchema = z.object({
  assetId: idSchema,
  projectId: idSchema,
  suiteId: idSchema,
  name: z.string(),
  kind: z.enum(assetKinds),
  form: z.enum(['stub', 'resource']),
  isEnabled: z.boolean(),
  isActive: z.boolean().describe('It and all suites around it are switched on'),
  tags: z.array(z.string()),
  method: z.string().describe('ANY: every one'),
  path: z.string().describe('As its stub writes the address'),
  host: z.string().nullable(),
  status: z.string().describe('Number, template, the name of a fault, or "proxy" and "records"'),
  priority: z.number(),
  scenarioName: z.string().nullable(),
  revision: z.number().int(),
  origin: z
    .object({ sourceId: idSchema, format: z.string(), name: z.string(), isEdited: z.boolean() })
    .nullable()
    .describe('The imported document that it came from'),
  createdAt: timeSchema,
  createdByName: z.string(),
  updatedAt: timeSchema,
  updatedByName: z.string(),
});
/** An asset in a list. */
export type AssetSummary = z.infer<typeof assetSummarySchema>;

/** An asset: one stub, or one resource of records. */
export const assetSchema = assetSummarySchema.extend({
  stub: stubSchema.nullable(),
  resource: resourceSchema.nullable(),
  problems: z.array(assetProblemSchema).describe('Why it does not answer, such as after a variable was deleted'),
  warnings: z.array(assetWarningSchema),
});
/** An asset: one stub, or one resource of records. */
export type Asset = z.infer<typeof assetSchema>;

/** The `data` of a save conflict: who saved a newer revision and when, and that revision. */
export const assetConflictSchema = z.object({
  revision: z.number().int(),
  updatedAt: timeSchema,
  updatedByName: z.string(),
  asset: assetSchema,
});
/** The `data` of a save conflict. */
export type AssetConflict = z.infer<typeof assetConflictSchema>;

/** A version of an asset in a list. */
export const assetVersionSummarySchema = z.object({
  revision: z.number().int(),
  name: z.string(),
  change: z.string().describe('What made it: created, saved, imported, restored from N, admin API'),
  createdAt: timeSchema,
  createdByName: z.string(),
});
/** A version of an asset in a list. */
export type AssetVersionSummary = z.infer<typeof assetVersionSummarySchema>;
/** A version of an asset. */
export const assetVersionSchema = assetVersionSummarySchema.extend({
  kind: z.enum(assetKinds),
  tags: z.array(z.string()),
  stub: stubSchema.nullable(),
  resource: resourceSchema.nullable(),
});
/** A version of an asset. */
export type AssetVersion = z.infer<typeof assetVersionSchema>;

const params = z.strictObject({ id: idSchema });
const ofProject = z.strictObject({ id: idSchema.describe('Project') });
const version = z.strictObject({ id: idSchema, revision: z.coerce.number().int().min(1) });
const many = {
  projectId: idSchema,
  assetIds: z.array(idSchema).min(1, 'Choose at least one asset.').max(1000),
};

/** Calls on assets. */
export const assetRoutes = {
  listAssets: route({
    service,
    method: 'GET',
    path: '/api/assets/all/{id}',
    summary: 'Assets of a project, in the order in which they were made, the newest first',
    access: canRead,
    params: ofProject,
    query: z.strictObject({
      searchTerm: searchTerm.describe('Part of the name, the address or a tag'),
      suiteId: idSchema.optional().describe('Directly in this suite, or also below it with `isDeep`'),
      isDeep: queryBoolean.optional(),
      kind: z.enum(assetKinds).optional(),
      isEnabled: queryBoolean.optional(),
      tag: z.string().max(50).optional(),
      ...pageQuery,
    }),
    response: pageOf(assetSummarySchema),
  }),
  listAssetTags: route({
    service,
    method: 'GET',
    path: '/api/tags/{id}',
    summary: 'Tags of the assets of a project, with the number of assets',
    access: canRead,
    params: ofProject,
    response: z.object({ tags: z.array(z.object({ tag: z.string(), count: z.number().int() })) }),
  }),
  getAsset: route({
    service,
    method: 'GET',
    path: '/api/assets/{id}',
    summary: 'One asset with its problems and warnings',
    access: canRead,
    params,
    response: assetSchema,
  }),
  createAsset: route({
    service,
    method: 'POST',
    path: '/api/assets',
    summary: 'Create an asset; it answers at once where it is switched on',
    access: canWrite,
    body: z.strictObject({ projectId: idSchema, suiteId: idSchema, ...content }),
    status: 201,
    response: assetSchema,
  }),
  updateAsset: route({
    service,
    method: 'PUT',
    path: '/api/assets',
    summary:
      'Save an asset. If someone else has saved a newer revision, 409 says who and when, with the newer asset in `data`',
    access: canWrite,
    body: z.strictObject({
      assetId: idSchema,
      revision: z.number().int().min(1).describe('The one that was opened'),
      name: assetNameSchema.optional(),
      kind: z.enum(assetKinds).optional(),
      tags: tags.optional(),
      stub: stubSchema.optional(),
      resource: resourceSchema.optional(),
    }),
    response: assetSchema,
  }),
  toggleAsset: route({
    service,
    method: 'PUT',
    path: '/api/assets/{id}/toggle',
    summary: 'Switch an asset on or off',
    access: canWrite,
    params,
    body: z.strictObject({ isEnabled: z.boolean() }),
    response: assetSummarySchema,
  }),
  toggleAssets: route({
    service,
    method: 'PUT',
    path: '/api/assets/toggle',
    summary: 'Switch several assets of a project on or off',
    access: canWrite,
    body: z.strictObject({ ...many, isEnabled: z.boolean() }),
    response: okSchema,
  }),
  moveAssets: route({
    service,
    method: 'PUT',
    path: '/api/assets/move',
    summary: 'Move assets into another suite of their project',
    access: canWrite,
    body: z.strictObject({ ...many, suiteId: idSchema }),
    response: okSchema,
  }),
  cloneAssets: route({
    service,
    method: 'POST',
    path: '/api/assets/clone',
    summary: 'Copy assets, within their suite or into another one; the copies are switched off',
    access: canWrite,
    body: z.strictObject({ ...many, suiteId: idSchema.optional() }),
    status: 201,
    response: z.object({ assets: z.array(assetSummarySchema) }),
  }),
  deleteAssets: route({
    service,
    method: 'PUT',
    path: '/api/assets/delete',
    summary: 'Delete several assets of a project',
    access: canWrite,
    body: z.strictObject(many),
    response: okSchema,
  }),
  checkAsset: route({
    service,
    method: 'POST',
    path: '/api/assets/check',
    summary: 'What is wrong with an asset that is not saved, and what other assets it meets',
    access: canRead,
    body: z.strictObject({
      projectId: idSchema,
      assetId: idSchema.optional().describe('The asset that it would replace'),
      kind: z.enum(assetKinds),
      stub: stubSchema.nullable().default(null),
      resource: resourceSchema.nullable().default(null),
    }),
    response: z.object({ problems: z.array(assetProblemSchema), warnings: z.array(assetWarningSchema) }),
  }),
  listAssetVersions: route({
    service,
    method: 'GET',
    path: '/api/assets/{id}/versions',
    summary: 'Versions of an asset, the newest first',
    access: canRead,
    params,
    query: z.strictObject(pageQuery),
    response: pageOf(assetVersionSummarySchema),
  }),
  getAssetVersion: route({
    service,
    method: 'GET',
    path: '/api/assets/{id}/versions/{revision}',
    summary: 'One version of an asset',
    access: canRead,
    params: version,
    response: assetVersionSchema,
  }),
  restoreAssetVersion: route({
    service,
    method: 'POST',
    path: '/api/assets/{id}/versions/{revision}/restore',
    summary: 'Make an asset what a version says; that is a new version',
    access: canWrite,
    params: version,
    body: z.strictObject({}),
    response: assetSchema,
  }),
};
