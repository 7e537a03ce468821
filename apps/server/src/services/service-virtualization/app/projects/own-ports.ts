import { AppError } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { freePorts, isIn, type PortRange } from '../../domain/port-range.ts';
import { virtualizationErrors } from '../../errors.ts';
import { type MockRow, mocksStore } from '../../store/mocks.store.ts';
import type { MockPorts } from '../hosting/mock-ports.ts';

interface Needs {
  platform: Platform;
  range: PortRange | undefined;
  ports: Pick<MockPorts, 'isFree' | 'follow'>;
}

/** createOwnPorts assigns ports to mocks: unique, and kept until they are removed. */
export function createOwnPorts({ platform, range, ports }: Needs) {
  const { sql } = platform.database;

  /** Stores the lowest free port; undefined if none is left. */
  const assign = async (projectId: string, among: PortRange): Promise<MockRow | undefined> => {
    const places = await mocksStore.listPlaces(sql);
    const taken = new Set(places.flatMap(({ port }) => port ?? []));
    for (const port of freePorts(among, taken)) {
      if (!(await ports.isFree(port))) continue;
      try {
        return await mocksStore.update(sql, projectId, { port });
      } catch (error) {
        // The port was assigned to another mock in the meantime.
        if (!isUniqueViolation(error, 'project_port')) throw error;
      }
    }
    return undefined;
  };

  return {
    range,
    /** Assigns a port to a new mock, if any are free. */
    async offer(projectId: string): Promise<void> {
      if (range) await assign(projectId, range);
    },
    /** Assigns a port to a mock; an existing one stays. */
    async give(row: MockRow): Promise<MockRow> {
      if (!range) throw new AppError(virtualizationErrors.noPorts);
      if (isIn(range, row.port)) return row;
      const given = await assign(row.id, range);
      if (given) return given;
      throw new AppError(virtualizationErrors.portsTaken, { params: { range: `${range.from}-${range.to}` } });
    },
    async take(row: MockRow): Promise<MockRow> {
      return (await mocksStore.update(sql, row.id, { port: null })) ?? row;
    },
    /** Resolves when this process listens on the current ports of mocks. */
    follow: () => ports.follow(),
  };
}
/** OwnPorts assigns ports to mocks. */
export type OwnPorts = ReturnType<typeof createOwnPorts>;
