import { sql } from 'kysely';
import type { ExpressionBuilder, Kysely } from 'kysely';
import { z } from 'zod';
import { fromNow, hasLapsed, NOW } from '../db/clock.ts';
import type { Tables } from '../db/tables.ts';

/** A file in the storage, stored like a result but for no visitor. */
export interface PieceFile {
  readonly uuid: string;
  readonly size: number;
}

/** A piece taken by a worker. */
export interface ClaimedPiece {
  readonly attempt: string;
  readonly number: number;
  /** The tool of the task that it belongs to. */
  readonly tool: string;
  readonly file: PieceFile;
  /** Identifies this worker's attempt at it. */
  readonly lease: string;
}

/** A piece that nobody works on any more. */
export interface EndedPiece {
  readonly number: number;
  /** Null if nobody could process it. */
  readonly answer: PieceFile | null;
  readonly file: string;
}

/** A piece whose workers were lost so often is returned to the process that cut it. */
const MOST_ATTEMPTS = 2;

const claimedSchema = z.array(z.object({ attempt: z.string(), number: z.number(), tool: z.string(), file: z.string(), size: z.coerce.number() })).max(1);
const leftSchema = z.array(z.object({ file: z.string(), answer: z.string().nullable() }));
const endedSchema = z.array(z.object({ number: z.number(), file: z.string(), answer: z.string().nullable(), answer_size: z.coerce.number().nullable() }));

/**
 * Pieces of layers of running tasks, for workers without a task. A piece belongs to one attempt at its task: once that is over, even
 * because its server is lost, nobody takes the piece any more. Its worker holds it by a lease, as with tasks.
 */
export class PieceStore {
  readonly #tables: Kysely<Tables>;
  readonly #leaseMilliseconds: number;

  constructor(tables: Kysely<Tables>, leaseSeconds: number) {
    this.#tables = tables;
    this.#leaseMilliseconds = leaseSeconds * 1000;
  }

  async offer(task: string, attempt: string, number: number, { uuid, size }: PieceFile): Promise<void> {
    await this.#tables
      .insertInto('pieces')
      .values({ attempt, number, task, status: 'READY', file: uuid, size, answer: null, answer_size: null, lease: null, lease_until: null, created_at: NOW })
      .execute();
  }

  /** The oldest piece of the task with the fewest pieces in progress. @returns null if none waits */
  async claim(lease: string): Promise<ClaimedPiece | null> {
    const { rows } = await sql`
      update pieces set status = 'RUNNING', lease = ${lease}, lease_until = ${fromNow(this.#leaseMilliseconds)}, attempts = attempts + 1
      where (attempt, number) = (
        select p.attempt, p.number from pieces p join tasks t on t.uuid = p.task and t.lease = p.attempt and t.progress_status = 'RUNNING'
        where p.attempts < ${MOST_ATTEMPTS} and (p.status = 'READY' or p.status = 'RUNNING' and ${hasLapsed(sql.ref('p.lease_until'), this.#leaseMilliseconds)})
        order by (select count(*) from pieces r where r.attempt = p.attempt and r.status = 'RUNNING'), p.created_at, p.number
        limit 1 for update of p skip locked
      )
      returning attempt, number, file, size, (select tool from tasks where uuid = pieces.task) as tool`.execute(this.#tables);
    const piece = claimedSchema.parse(rows).at(0);
    return piece === undefined ? null : { attempt: piece.attempt, number: piece.number, tool: piece.tool, file: { uuid: piece.file, size: piece.size }, lease };
  }

  /** False if the piece is no longer this worker's: its task is over, or another worker has taken it. */
  async renew(piece: ClaimedPiece): Promise<boolean> {
    const renewed = await this.#tables
      .updateTable('pieces')
      .set({ lease_until: fromNow(this.#leaseMilliseconds) })
      .where(heldAs(piece))
      .where((expression) => expression.exists(expression.selectFrom('tasks').select('tasks.uuid').whereRef('tasks.lease', '=', 'pieces.attempt').where('tasks.progress_status', '=', 'RUNNING')))
      .returning('number')
      .executeTakeFirst();
    return renewed !== undefined;
  }

  /** False if the piece is no longer this worker's; then nothing refers to the answer. */
  async answer(piece: ClaimedPiece, answer: PieceFile | null): Promise<boolean> {
    const answered = await this.#tables
      .updateTable('pieces')
      .set(answer === null ? { status: 'FAILED' } : { status: 'DONE', answer: answer.uuid, answer_size: answer.size })
      .where(heldAs(piece))
      .returning('number')
      .executeTakeFirst();
    return answered !== undefined;
  }

  /** RUNNING becomes READY without counting the attempt: its worker stops cleanly. */
  async giveBack(piece: ClaimedPiece): Promise<void> {
    await this.#tables
      .updateTable('pieces')
      .set((expression) => ({ status: 'READY', lease: null, attempts: expression('attempts', '-', 1) }))
      .where(heldAs(piece))
      .execute();
  }

  /** Takes back a piece that nobody works on. @returns its file; null if somebody works on it, or has answered */
  async takeBack(attempt: string, number: number): Promise<string | null> {
    const taken = await this.#tables
      .deleteFrom('pieces')
      .where('attempt', '=', attempt)
      .where('number', '=', number)
      .where((expression) => expression.or([expression('status', '=', 'READY'), this.#isLost(expression)]))
      .returning('file')
      .executeTakeFirst();
    return taken?.file ?? null;
  }

  /** Takes the pieces that were answered, or that nobody could process: also those that have lost too many workers, as no other one takes them. */
  async takeEnded(attempt: string): Promise<EndedPiece[]> {
    const rows = await this.#tables
      .deleteFrom('pieces')
      .where('attempt', '=', attempt)
      .where((expression) => expression.or([expression('status', 'in', ['DONE', 'FAILED']), expression.and([expression('attempts', '>=', MOST_ATTEMPTS), this.#isLost(expression)])]))
      .returning(['number', 'file', 'answer', 'answer_size'])
      .execute();
    return endedSchema.parse(rows).map(({ number, file, answer, answer_size: size }) => ({ number, file, answer: answer === null || size === null ? null : { uuid: answer, size } }));
  }

  /** Forgets all pieces of an attempt. @returns their files and those of their answers */
  async forget(attempt: string): Promise<string[]> {
    const rows = await this.#tables.deleteFrom('pieces').where('attempt', '=', attempt).returning(['file', 'answer']).execute();
    return filesOf(rows);
  }

  /** Forgets the pieces of attempts that ended without forgetting them. @returns their files and those of their answers */
  async forgetLeft(): Promise<string[]> {
    const { rows } = await sql`delete from pieces p where not exists (select from tasks t where t.uuid = p.task and t.lease = p.attempt and t.progress_status = 'RUNNING') returning file, answer`.execute(this.#tables);
    return filesOf(leftSchema.parse(rows));
  }

  /** Condition that the worker of a piece has not renewed its lease in time. */
  #isLost(expression: ExpressionBuilder<Tables, 'pieces'>) {
    return expression.and([expression('status', '=', 'RUNNING'), hasLapsed(sql.ref('lease_until'), this.#leaseMilliseconds)]);
  }
}

/** Condition that this worker still holds the piece. */
function heldAs({ attempt, number, lease }: ClaimedPiece) {
  return (expression: ExpressionBuilder<Tables, 'pieces'>) => expression.and({ attempt, number, lease, status: 'RUNNING' });
}

function filesOf(rows: readonly { readonly file: string; readonly answer: string | null }[]): string[] {
  return rows.flatMap(({ file, answer }) => (answer === null ? [file] : [file, answer]));
}
