import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../db/tables.ts';
import type { VisitorOf } from './visitors.ts';
import type { News, WindowCounts } from './window-counts.ts';

const EXCHANGE_MILLISECONDS = 1000;
/** Counts below this share of the limit are not shared, so that the many occasional visitors cost the database nothing. */
const SHARED_FROM = 1 / 50;

export interface SharedCount {
  readonly counts: WindowCounts;
  /** 0 for none. */
  readonly limit: number;
}

/** Sends the counts of this server, under pseudonyms that reveal no addresses, and receives the totals of all servers. */
export type ExchangeCounts = (kind: string, news: readonly News[]) => Promise<readonly { readonly visitor: string; readonly amount: number; readonly millisecondsLeft: number }[]>;

/**
 * Exchanges counts with the other servers once a second. No request waits for it; while the database is unavailable, each server uses
 * what it knows.
 */
export class CountSharing {
  readonly #shared: readonly SharedCount[];
  readonly #visitorOf: VisitorOf;
  readonly #exchange: ExchangeCounts;
  readonly #timer: NodeJS.Timeout;
  #exchanging: Promise<void> | null = null;

  constructor(shared: readonly SharedCount[], visitorOf: VisitorOf, exchange: ExchangeCounts, milliseconds = EXCHANGE_MILLISECONDS) {
    this.#shared = shared.filter(({ limit }) => limit > 0);
    this.#visitorOf = visitorOf;
    this.#exchange = exchange;
    this.#timer = setInterval(() => void this.exchangeAll(), milliseconds).unref();
  }

  /** Returns when everything known by now has been sent, or could not be. One exchange at a time. */
  exchangeAll(): Promise<void> {
    this.#exchanging ??= Promise.all(this.#shared.map((shared) => this.#exchangeOne(shared))).then(() => {
      this.#exchanging = null;
    });
    return this.#exchanging;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#exchanging;
  }

  async #exchangeOne({ counts, limit }: SharedCount): Promise<void> {
    const news = counts.takeNews(limit * SHARED_FROM);
    if (news.length === 0) return;
    const addresses = new Map(news.map(({ visitor }) => [this.#visitorOf(visitor), visitor]));
    try {
      for (const { visitor, ...count } of await this.#exchange(counts.name, news.map((each) => ({ ...each, visitor: this.#visitorOf(each.visitor) })))) {
        const address = addresses.get(visitor);
        if (address !== undefined) counts.learn(address, count);
      }
    } catch {
      // The database is unavailable, which is reported elsewhere.
      counts.putBack(news);
    }
  }
}

const rowsSchema = z.array(z.object({ visitor: z.string(), amount: z.coerce.number(), milliseconds_left: z.coerce.number() }));

/** In one statement. Rows are locked in name order, so that no two servers deadlock. */
export function exchangeByDatabase(tables: Kysely<Tables>): ExchangeCounts {
  return async (kind, news) => {
    const { rows } = await sql`
      insert into visitor_counts as c (kind, visitor, amount, until)
      select ${kind}, visitor, sum(amount), now() + max(milliseconds) * interval '1 millisecond'
      from unnest(${news.map(({ visitor }) => visitor)}::text[], ${news.map(({ amount }) => amount)}::float8[], ${news.map(({ millisecondsLeft }) => millisecondsLeft)}::float8[])
        as t (visitor, amount, milliseconds)
      group by visitor order by visitor
      on conflict (kind, visitor) do update set
        amount = case when c.until <= now() then excluded.amount else c.amount + excluded.amount end,
        until = case when c.until <= now() then excluded.until else c.until end
      returning visitor, amount, extract(epoch from (until - now())) * 1000 as milliseconds_left`.execute(tables);
    return rowsSchema.parse(rows).map(({ visitor, amount, milliseconds_left: millisecondsLeft }) => ({ visitor, amount, millisecondsLeft }));
  };
}

/** Deletes windows that are over. */
export async function deleteOldCounts(tables: Kysely<Tables>): Promise<void> {
  await sql`delete from visitor_counts where until < now()`.execute(tables);
}
