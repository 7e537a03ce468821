import type { Database } from '../../../platform/database/pool.ts';
import type { Pet, PetInput, Pets } from '../domain/pet.ts';

/** The pets that ship with the product are never changed or deleted, so that everyone's first tests pass. */
const lastFixedId = 100;
const keptPets = 500;
const columns = 'id, name, kind, status, price::float as price, tags';

export function createPetsStore({ pool }: Database): Pets {
  return {
    async list(filter: {
      status: string | undefined;
      limit: number;
      offset: number;
    }): Promise<{ pets: Pet[]; total: number }> {
      const where = 'id <= $1 and ($2::text is null or status = $2)';
      const rows = await pool.query<Pet>(
        `select ${columns} from sample_api.pet where ${where} order by id limit $3 offset $4`,
        [lastFixedId, filter.status ?? null, filter.limit, filter.offset],
      );
      const count = await pool.query(`select count(*)::int as total from sample_api.pet where ${where}`, [
        lastFixedId,
        filter.status ?? null,
      ]);
      return { pets: rows.rows, total: count.rows[0].total };
    },
    async find(id: number): Promise<Pet | undefined> {
      return (await pool.query<Pet>(`select ${columns} from sample_api.pet where id = $1`, [id])).rows[0];
    },
    async create(input: PetInput): Promise<Pet> {
      const { name, kind, status, price, tags } = input;
      const created = await pool.query<Pet>(
        `insert into sample_api.pet (name, kind, status, price, tags) values ($1, $2, $3, $4, $5) returning ${columns}`,
        [name, kind, status, price, JSON.stringify(tags)],
      );
      const pet = created.rows[0] as Pet;
      await pool.query('delete from sample_api.pet where id > $1 and id <= $2', [lastFixedId, pet.id - keptPets]);
      return pet;
    },
    async update(id: number, input: PetInput): Promise<Pet | undefined> {
      if (id <= lastFixedId) return this.find(id);
      const { name, kind, status, price, tags } = input;
      const updated = await pool.query<Pet>(
        `update sample_api.pet set name = $2, kind = $3, status = $4, price = $5, tags = $6 where id = $1 returning ${columns}`,
        [id, name, kind, status, price, JSON.stringify(tags)],
      );
      return updated.rows[0];
    },
    async delete(id: number): Promise<'deleted' | 'fixed' | 'missing'> {
      if (id <= lastFixedId) return (await this.find(id)) ? 'fixed' : 'missing';
      return (await pool.query('delete from sample_api.pet where id = $1', [id])).rowCount ? 'deleted' : 'missing';
    },
  };
}
