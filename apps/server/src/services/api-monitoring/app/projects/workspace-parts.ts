import { canWrite } from '@touchstone/contracts';
import type { Certificate, CertificateCheck, CertificateUpload, Variable } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type {
  Actor,
  Certificates,
  CertificateUploads,
  Environments,
  VariableInput,
  Variables,
} from '../../../workspaces/index.ts';
import { isForHost } from '../../domain/certificate-hosts.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { monitorsStore } from '../../store/monitors.store.ts';
import type { Open } from '../open.ts';

const dayMs = 86_400_000;
/** Objects addressed by their own id may belong to a workspace of any service: that service's licence applies. */
const asIts = (caller: Actor): Actor => ({ ...caller, workspaceAccess: canWrite });

interface Needs {
  platform: Platform;
  open: Open;
  certificates: Certificates;
  certificateUploads: CertificateUploads;
  environments: Environments;
  variables: Variables;
}

/**
 * createWorkspaceParts serves the certificates and variables of projects under monitoring's routes; they belong to the
 * workspace.
 */
export function createWorkspaceParts(needs: Needs) {
  const { platform, open, certificates, certificateUploads, environments, variables } = needs;
  const openEnvironment = async (caller: Actor, projectId: string, environmentId: string, need: 'view' | 'edit') => {
    const { environment } = await environments.open(caller, environmentId, need);
    if (environment.projectId !== projectId)
      throw new AppError(apiMonitoringErrors.environmentElsewhere, { params: { place: 'this project' } });
  };

  return {
    certificates: {
      async create(caller: Actor, input: Parameters<Certificates['create']>[1]): Promise<Certificate> {
        await open.project(caller, input.projectId, 'edit');
        return certificates.create(caller, input);
      },
      async update(caller: Actor, input: Parameters<Certificates['update']>[1]): Promise<Certificate> {
        await open.project(caller, input.projectId, 'edit');
        return certificates.update(asIts(caller), input);
      },
      delete: (caller: Actor, id: string) => certificates.delete(asIts(caller), id),
      /** The project's certificates, with their remaining days and the monitors that present them. */
      async listActive(caller: Actor, projectId: string) {
        await open.project(caller, projectId, 'view');
        const now = platform.clock.now().getTime();
        const [rows, monitors] = await Promise.all([
          certificates.list(caller, projectId),
          monitorsStore.listAll(platform.database.sql, { projectId }, ['http', 'soap']),
        ]);
        return rows.map((row) => ({
          ...row,
          daysLeft: Math.floor((Date.parse(row.notAfter) - now) / dayMs),
          isActive: Date.parse(row.notBefore) <= now && now < Date.parse(row.notAfter),
          monitorIds: monitors.filter(({ target }) => isForHost(row.domainName, target)).map(({ id }) => id),
        }));
      },
      /** Parses the files, validates them as a check would, and keeps them for a day. */
      async convert(
        caller: Actor,
        projectId: string,
        upload: { files: readonly { fileName: string; bytes: Uint8Array }[]; passphrase: string | undefined },
      ): Promise<CertificateUpload & CertificateCheck> {
        await open.project(caller, projectId, 'edit');
        const kept = await certificateUploads.keep(caller, projectId, upload.files);
        const { uploadId } = kept;
        const checked = await certificateUploads.validate(caller, {
          projectId,
          uploadId,
          passphrase: upload.passphrase,
        });
        return { ...kept, ...checked };
      },
    },

    variables: {
      async list(caller: Actor, projectId: string, environmentId: string | undefined): Promise<Variable[]> {
        await open.project(caller, projectId, 'view');
        if (environmentId === undefined) return variables.list(caller, { projectId });
        await openEnvironment(caller, projectId, environmentId, 'view');
        return variables.list(caller, { environmentId });
      },
      async add(
        caller: Actor,
        place: { projectId: string; environmentId: string | undefined },
        given: VariableInput[],
      ): Promise<Variable[]> {
        const { projectId, environmentId } = place;
        await open.project(caller, projectId, 'edit');
        if (environmentId === undefined) return variables.addGlobals(caller, projectId, given);
        await openEnvironment(caller, projectId, environmentId, 'edit');
        return variables.add(caller, environmentId, given);
      },
      update: (caller: Actor, change: Parameters<Variables['update']>[1]) => variables.update(asIts(caller), change),
      async delete(caller: Actor, projectId: string, ids: readonly string[]): Promise<void> {
        await open.project(caller, projectId, 'edit');
        const there = await variables.list(caller, { projectId });
        const wanted = new Set(ids);
        const chosen = there.filter(({ variableId }) => wanted.has(variableId));
        if (chosen.length < wanted.size) throw new AppError(apiMonitoringErrors.variableNotFound);
        for (const scope of ['global', 'environment'] as const) {
          const ofScope = chosen.filter(({ environmentId }) => (environmentId === null) === (scope === 'global'));
          const named = ofScope.map(({ variableId }) => variableId);
          if (named.length > 0) await variables.delete(caller, projectId, named, { scope });
        }
      },
    },
  };
}
/** WorkspaceParts serves the certificates and variables of projects. */
export type WorkspaceParts = ReturnType<typeof createWorkspaceParts>;
