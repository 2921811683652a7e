import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';

const NETWORK_BYTES = 8;

/** Names visitors, so that one of them does not stand in the way of all others. */
export type VisitorOf = (address: string) => string;

/**
 * Names of visitors that say nothing of their addresses to who does not know the key, which is the same for all servers of a database.
 * A visitor with IPv6 has a network of 64 bits, and any address in it.
 */
export async function readVisitors(tables: Kysely<Tables>): Promise<VisitorOf> {
  const { visitor_key: key } = await tables.selectFrom('deployment').select('visitor_key').executeTakeFirstOrThrow();
  return (address) => createHmac('sha256', key).update(networkOf(address)).digest('base64url').slice(0, 22);
}

/** An address of IPv4, however it is written, or the network that one of IPv6 lies in: whom a visitor is taken for. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const known = ipaddr.process(address);
  return known.kind() === 'ipv4' ? known.toString() : known.toByteArray().slice(0, NETWORK_BYTES).join('.');
}
