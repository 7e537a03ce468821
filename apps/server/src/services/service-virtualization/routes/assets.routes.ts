import { assetRoutes } from '@touchstone/contracts/service-virtualization';
import { AppError } from '@touchstone/kernel';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ArrangeAssets } from '../app/assets/arrange-assets.ts';
import type { CheckAssets } from '../app/assets/check-assets.ts';
import type { ToggleAssets } from '../app/assets/toggle-assets.ts';
import type { WriteAssets } from '../app/assets/write-assets.ts';
import type { Open } from '../app/open.ts';
import { contentOf } from '../domain/asset-content.ts';
import { virtualizationErrors } from '../errors.ts';

interface Parts {
  open: Open;
  write: WriteAssets;
  toggle: ToggleAssets;
  arrange: ArrangeAssets;
  check: CheckAssets;
}

export function addAssetRoutes(registrar: Registrar, { open, write, toggle, arrange, check }: Parts): void {
  const routes = assetRoutes;
  registrar.add(routes.listAssets, ({ caller, params, query: { page, size, ...filter } }) =>
    arrange.list(caller, { projectId: params.id, ...filter }, { page, size }),
  );
  registrar.add(routes.listAssetTags, async ({ caller, params }) => ({ tags: await arrange.tags(caller, params.id) }));
  registrar.add(routes.getAsset, ({ caller, params }) => arrange.view(caller, params.id));
  registrar.add(routes.createAsset, ({ caller, body }) => write.create(caller, body));
  registrar.add(routes.updateAsset, ({ caller, body }) => write.update(caller, body));
  registrar.add(routes.toggleAsset, ({ caller, params, body }) => toggle.one(caller, params.id, body.isEnabled));
  registrar.add(routes.toggleAssets, async ({ caller, body }) => {
    await toggle.many(caller, body);
    return { message: 'Saved' };
  });
  registrar.add(routes.moveAssets, async ({ caller, body }) => {
    await arrange.move(caller, body);
    return { message: 'Moved' };
  });
  registrar.add(routes.cloneAssets, async ({ caller, body }) => ({ assets: await arrange.clone(caller, body) }));
  registrar.add(routes.deleteAssets, async ({ caller, body }) => {
    await arrange.delete(caller, body.projectId, body.assetIds);
    return { message: 'Deleted' };
  });
  registrar.add(routes.checkAsset, async ({ caller, body: { projectId, assetId, kind, ...given } }) => {
    await open.project(caller, projectId, 'view');
    const before = assetId === undefined ? undefined : await open.asset(caller, assetId, 'view');
    if (before && before.projectId !== projectId) throw new AppError(virtualizationErrors.assetNotFound);
    const content = contentOf(given);
    if (!content)
      return { problems: [{ path: 'stub', message: 'Give either a stub or a resource of records.' }], warnings: [] };
    return check.check({ projectId, assetId, position: before?.position, kind, content });
  });
  registrar.add(routes.listAssetVersions, ({ caller, params, query }) => arrange.versions(caller, params.id, query));
  registrar.add(routes.getAssetVersion, ({ caller, params }) => arrange.version(caller, params.id, params.revision));
  registrar.add(routes.restoreAssetVersion, ({ caller, params }) => write.restore(caller, params.id, params.revision));
}
