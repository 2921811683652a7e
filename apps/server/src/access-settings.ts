import { isIP } from 'node:net';
import { parseNetworks } from '@geoinsights/catalogue';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { integer, variable } from './setting-kinds.ts';

const GIBIBYTE = 1024 ** 3;
/** Names of address ranges for an operator's proxies, as Fastify defines them. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal'];
const NOBODY = 'none';

const publicUrlSchema = z
  .url({ protocol: /^https?$/, error: 'has to be an address with http or https' })
  .refine((text) => URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`, 'has to be an address without path, query or password, such as https://maps.example.org');

const trustSchema = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isProxy) || parts.join() === NOBODY, `has to list addresses, networks such as 10.0.0.0/8, or ${RANGES.join(', ')}; or be ${NOBODY}`);

/** 0 means no limit. */
const limit = (byDefault: number) => variable(integer(0, Number.MAX_SAFE_INTEGER).default(byDefault));

/** Who may do how much, and the server's public address. */
export const ACCESS_VARIABLES = {
  PUBLIC_URL: variable(publicUrlSchema.optional()),
  TRUST_PROXY: variable(trustSchema.default(['loopback'])),
  SERVICE_NETWORKS: variable(z.string().default('').transform(networksOf)),
  ALLOW_ROOT: variable(z.enum(['0', '1'], { error: 'has to be 0 or 1' }).default('0')),
  // Fifty visitors behind one address, each with three pages that poll every second, and as many maps being moved.
  LIMIT_REQUESTS_PER_MINUTE: limit(12_000),
  LIMIT_TILES_PER_MINUTE: limit(30_000),
  LIMIT_UPLOAD_BYTES_PER_HOUR: limit(50 * GIBIBYTE),
  LIMIT_TASKS_AT_ONCE: limit(500),
  LIMIT_TASKS_PER_UPLOAD: limit(200),
  UPLOAD_MINIMUM_BYTES_PER_SECOND: limit(1024),
  STORAGE_MAX_BYTES: limit(0),
};

const settingsSchema = z.object(ACCESS_VARIABLES);

export interface Access {
  /** The server's public address without a path; null to take it from each request. */
  readonly publicUrl: string | null;
  /** Proxies whose X-Forwarded-… headers are trusted. */
  readonly trustedProxies: readonly string[] | false;
  /** Networks outside the public internet that may host layers of other services. */
  readonly serviceNetworks: readonly string[];
  readonly allowRoot: boolean;
  /** Per address, or per /64 of IPv6. 0 means no limit in all of these. */
  readonly requestsPerMinute: number;
  readonly tilesPerMinute: number;
  readonly uploadBytesPerHour: number;
  /** Waiting or running. */
  readonly tasksAtOnce: number;
  readonly tasksPerUpload: number;
  /** Of an arriving upload, averaged over some time. */
  readonly minimumUploadRate: number;
  /** Uploads and results together, over all visitors. */
  readonly storageBytes: number;
}

export function accessOf(settings: z.output<typeof settingsSchema>): Access {
  return {
    publicUrl: settings.PUBLIC_URL === undefined ? null : new URL(settings.PUBLIC_URL).origin,
    trustedProxies: settings.TRUST_PROXY.join() === NOBODY ? false : settings.TRUST_PROXY,
    serviceNetworks: settings.SERVICE_NETWORKS,
    allowRoot: settings.ALLOW_ROOT === '1',
    requestsPerMinute: settings.LIMIT_REQUESTS_PER_MINUTE,
    tilesPerMinute: settings.LIMIT_TILES_PER_MINUTE,
    uploadBytesPerHour: settings.LIMIT_UPLOAD_BYTES_PER_HOUR,
    tasksAtOnce: settings.LIMIT_TASKS_AT_ONCE,
    tasksPerUpload: settings.LIMIT_TASKS_PER_UPLOAD,
    minimumUploadRate: settings.UPLOAD_MINIMUM_BYTES_PER_SECOND,
    storageBytes: settings.STORAGE_MAX_BYTES,
  };
}

function networksOf(text: string, context: z.RefinementCtx): readonly string[] {
  try {
    return parseNetworks(text);
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : 'has to list networks');
    return z.NEVER;
  }
}

function isProxy(text: string): boolean {
  return RANGES.includes(text) || isIP(text) !== 0 || ipaddr.isValidCIDR(text);
}
