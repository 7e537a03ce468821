import { escapeXml } from '@touchstone/kernel';
import { z } from 'zod';

export const petInputSchema = z.strictObject({
  name: z.string().min(1).max(100),
  kind: z.enum(['dog', 'cat', 'bird', 'fish']),
  status: z.enum(['available', 'pending', 'sold']).default('available'),
  price: z.number().min(0).max(100_000),
  tags: z.array(z.string().max(50)).max(20).default([]),
});
export type PetInput = z.infer<typeof petInputSchema>;
export interface Pet extends PetInput {
  id: number;
}

/** Where pets are stored. */
export interface Pets {
  list(filter: { status: string | undefined; limit: number; offset: number }): Promise<{ pets: Pet[]; total: number }>;
  find(id: number): Promise<Pet | undefined>;
  create(input: PetInput): Promise<Pet>;
  update(id: number, input: PetInput): Promise<Pet | undefined>;
  delete(id: number): Promise<'deleted' | 'fixed' | 'missing'>;
}

/** petXml returns a pet as XML. */
export const petXml = (pet: Pet): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<pet id="${pet.id}"><name>${escapeXml(pet.name)}</name><kind>${pet.kind}</kind><status>${pet.status}</status><price currency="EUR">${pet.price.toFixed(2)}</price><tags>${pet.tags.map((tag) => `<tag>${escapeXml(tag)}</tag>`).join('')}</tags></pet>`;

const json = (schema: unknown) => ({ 'application/json': { schema } });
const petSchema = {
  type: 'object',
  required: ['id', 'name', 'kind', 'status', 'price', 'tags'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    kind: { type: 'string', enum: ['dog', 'cat', 'bird', 'fish'] },
    status: { type: 'string', enum: ['available', 'pending', 'sold'] },
    price: { type: 'number' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};
const petRef = { $ref: '#/components/schemas/Pet' };
const input = { required: true, content: json({ $ref: '#/components/schemas/PetInput' }) };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 1 };

/** petstoreDocument returns the OpenAPI 3.1 document of the sample API. */
export const petstoreDocument = (serverUrl: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Petstore sample',
    version: '1.0.0',
    description: 'A small API to try tests on. Pets up to id 100 never change.',
  },
  servers: [{ url: serverUrl }],
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        tags: ['pets'],
        parameters: [
          {
            name: 'status',
            in: 'query',
            schema: { type: 'string', enum: ['available', 'pending', 'sold'] },
            example: 'available',
          },
        ],
        responses: {
          200: {
            description: 'A page of pets',
            content: json({
              type: 'object',
              required: ['pets', 'total'],
              properties: { pets: { type: 'array', items: petRef }, total: { type: 'integer' } },
            }),
          },
        },
      },
      post: {
        operationId: 'createPet',
        tags: ['pets'],
        requestBody: input,
        responses: { 201: { description: 'The new pet', content: json(petRef) } },
      },
    },
    '/pets/{id}': {
      parameters: [id],
      get: {
        operationId: 'getPet',
        tags: ['pets'],
        responses: { 200: { description: 'One pet', content: json(petRef) }, 404: { description: 'No such pet' } },
      },
      put: {
        operationId: 'updatePet',
        tags: ['pets'],
        requestBody: input,
        responses: { 200: { description: 'The pet', content: json(petRef) } },
      },
    },
    '/health': {
      get: {
        operationId: 'health',
        tags: ['service'],
        responses: {
          200: {
            description: 'Alive',
            content: json({ type: 'object', required: ['status'], properties: { status: { const: 'ok' } } }),
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Pet: petSchema,
      PetInput: {
        type: 'object',
        required: ['name', 'kind', 'price'],
        properties: {
          ...petSchema.properties,
          id: undefined,
          name: { type: 'string', example: 'Nala' },
          price: { type: 'number', minimum: 0, example: 99.5 },
        },
      },
    },
  },
});
