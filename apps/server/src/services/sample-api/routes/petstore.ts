import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Pets, petInputSchema, petstoreDocument, petXml } from '../domain/pet.ts';

const prefix = '/sample/petstore';
type ById = { Params: { id: string } };

/** The sample accepts any user with this password; it protects nothing. */
const samplePassword = 'paws-and-claws';
const tokenOf = (user: string) => {
  const proof = createHash('sha256').update(`petstore ${user}`).digest('hex').slice(0, 32);
  return `${Buffer.from(user).toString('base64url')}.${proof}`;
};

const notFound = (reply: FastifyReply) => reply.code(404).send({ error: 'NOT_FOUND', message: 'No such pet.' });

/** addPetstore serves the sample API. */
export function addPetstore(app: FastifyInstance, pets: Pets, publicUrl: string): void {
  app.get(`${prefix}/health`, async () => ({ status: 'ok' }));
  app.get(`${prefix}/openapi.json`, async () => petstoreDocument(publicUrl + prefix));

  app.get<{ Querystring: Record<string, string> }>(`${prefix}/pets`, async (request, reply) => {
    const limit = wholeNumber(request.query.limit, { least: 1, most: 100, otherwise: 20 });
    const offset = wholeNumber(request.query.offset, { least: 0, most: 1_000_000, otherwise: 0 });
    const status = request.query.status && String(request.query.status);
    const found = await pets.list({ status, limit, offset });
    return reply.header('x-total-count', String(found.total)).send(found);
  });
  app.post(`${prefix}/pets`, async (request, reply) => {
    const input = petInputSchema.safeParse(request.body);
    if (!input.success) return invalid(reply, input.error.issues);
    const pet = await pets.create(input.data);
    return reply.code(201).header('location', `${prefix}/pets/${pet.id}`).send(pet);
  });
  app.get<ById>(`${prefix}/pets/:id`, async (request, reply) => {
    const xml = request.params.id.endsWith('.xml') || request.headers.accept?.startsWith('application/xml');
    const pet = await pets.find(idOf(request.params.id.replace(/\.xml$/, '')));
    if (!pet) return notFound(reply);
    return xml ? reply.type('application/xml; charset=utf-8').send(petXml(pet)) : pet;
  });
  app.put<ById>(`${prefix}/pets/:id`, async (request, reply) => {
    const input = petInputSchema.safeParse(request.body);
    if (!input.success) return invalid(reply, input.error.issues);
    return (await pets.update(idOf(request.params.id), input.data)) ?? notFound(reply);
  });
  app.delete<ById>(`${prefix}/pets/:id`, async (request, reply) => {
    const outcome = await pets.delete(idOf(request.params.id));
    if (outcome === 'missing') return notFound(reply);
    if (outcome === 'fixed')
      return reply.code(409).send({ error: 'FIXED', message: 'Pets up to id 100 stay. Create one and delete that.' });
    return reply.code(204).send();
  });

  app.post<{ Body: { user?: string; password?: string } | null }>(`${prefix}/login`, async (request, reply) => {
    const { user, password } = request.body ?? {};
    if (typeof user !== 'string' || !user || user.length > 100 || password !== samplePassword)
      return reply.code(401).send({ error: 'WRONG_CREDENTIALS', message: 'User or password is wrong.' });
    return reply
      .header('set-cookie', `petstore_session=${tokenOf(user)}; Path=${prefix}; HttpOnly; SameSite=Lax`)
      .send({ token: tokenOf(user), user: { name: user, role: 'customer' } });
  });
  app.get(`${prefix}/me`, async (request, reply) => {
    const user = userOf(request);
    return user
      ? { user: { name: user, role: 'customer' } }
      : reply
          .code(401)
          .header('www-authenticate', 'Bearer')
          .send({ error: 'UNAUTHENTICATED', message: 'Sign in first.' });
  });

  app.get<{ Params: { code: string } }>(`${prefix}/status/:code`, async (request, reply) => {
    const code = Number(request.params.code);
    if (!Number.isInteger(code) || code < 200 || code > 599)
      return reply.code(400).send({ error: 'INVALID_STATUS', message: 'Use a status from 200 to 599.' });
    return reply.code(code).send({ status: code });
  });
  app.get<{ Params: { ms: string } }>(`${prefix}/delay/:ms`, async (request) => {
    const ms = Math.min(10_000, Math.max(0, Number(request.params.ms) || 0));
    await delay(ms);
    return { delayedMs: ms };
  });
}

const wholeNumber = (text: string | undefined, range: { least: number; most: number; otherwise: number }): number => {
  const number = Math.trunc(Number(text || range.otherwise));
  return Number.isNaN(number) ? range.otherwise : Math.min(range.most, Math.max(range.least, number));
};

const idOf = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : -1);

function userOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization ?? '';
  const given = /^Bearer (\S+)$/i.exec(header)?.[1] ?? request.cookies.petstore_session;
  const user = Buffer.from(given?.split('.')[0] ?? '', 'base64url').toString();
  return user && tokenOf(user) === given ? user : undefined;
}

function invalid(reply: FastifyReply, issues: { path: PropertyKey[]; message: string }[]) {
  const fields = issues.map((issue) => ({ field: issue.path.map(String).join('.'), message: issue.message }));
  return reply.code(422).send({ error: 'INVALID', message: 'The pet is not valid.', fields });
}
