import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, type ErrorDefinition } from '@touchstone/kernel';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.ts';
import { limitBytes } from './limit-bytes.ts';
import { createTickets } from './tickets.ts';

/** How long an upload URL is valid, in milliseconds. */
const uploadMs = 600_000;

interface Options {
  /** The path of uploads, followed by their ticket. */
  path: string;
  /** Tickets of other places are refused. */
  place: string;
  /** The error if a URL was changed or has expired. */
  refused: ErrorDefinition;
  /** The error if more or fewer bytes arrive than announced. */
  otherSize: ErrorDefinition;
}

/** The URL to which a file's content is sent. */
export interface UploadAddress {
  uploadUrl: string;
  method: 'PUT';
  headers: Record<string, string>;
  expiresAt: string;
}

/** createUploads creates URLs that accept the content of one file each, for ten minutes and without a session. */
export function createUploads<Ticket extends { contentType: string; sizeBytes: number }>(
  platform: Platform,
  { path, place, refused, otherSize }: Options,
) {
  const { files, config } = platform;
  const tickets = createTickets<Ticket>(platform, { place, validMs: uploadMs, refused });
  return {
    presign(ticket: Ticket): UploadAddress {
      const { token, untilMs } = tickets.write(ticket);
      return {
        uploadUrl: `${config.publicUrl.replace(/\/+$/, '')}${path}/${token}`,
        method: 'PUT',
        headers: { 'Content-Type': ticket.contentType },
        expiresAt: new Date(untilMs).toISOString(),
      };
    },
    /** Returns what a URL permits; throws if it is invalid. */
    read: (token: string): Ticket => tickets.read(token),
    /** Stores content of exactly the announced size; returns the stored file's id. */
    async store(
      {
        sizeBytes,
        ...file
      }: { organizationId: string; owner: string; name: string; contentType: string; sizeBytes: number },
      content: Readable,
    ): Promise<string> {
      const counted = limitBytes(sizeBytes, () => new AppError(otherSize));
      const [stored] = await Promise.all([files.put({ ...file, content: counted }), pipeline(content, counted)]);
      return stored.fileId;
    },
    /** Adds the route of the upload URLs: the signature authorizes the upload. `take` returns the response. */
    async addRoute(app: FastifyInstance, take: (token: string, content: Readable) => Promise<unknown>): Promise<void> {
      await app.register((scope, _options, done) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser('*', (_request, payload, ready) => ready(null, payload));
        scope.put<{ Params: { '*': string } }>(
          `${path}/*`,
          { bodyLimit: Number.MAX_SAFE_INTEGER, config: { rateLimit: { max: 600, timeWindow: 60_000 } } },
          async (request, reply) => reply.status(201).send(await take(request.params['*'], request.raw)),
        );
        done();
      });
    },
  };
}
