import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';

const NETWORK_BYTES = 8;

/** Names visitors, so that none of them can get in the way of all others. */
export type VisitorOf = (address: string) => string;

/**
 * Pseudonyms of visitors, which reveal nothing of their addresses without the key; the key is the same for all servers of a database.
 * A visitor with IPv6 is a /64 network, and any address in it.
 */
export async function readVisitors(tables: Kysely<Tables>): Promise<VisitorOf> {
  const { visitor_key: key } = await tables.selectFrom('deployment').select('visitor_key').executeTakeFirstOrThrow();
  return (address) => createHmac('sha256', key).update(networkOf(address)).digest('base64url').slice(0, 22);
}

/** An IPv4 address, however written, or the network of an IPv6 address: the visitor's identity. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  return known.kind() === 'ipv4' ? known.toString() : known.toByteArray().slice(0, NETWORK_BYTES).join('.');
}
