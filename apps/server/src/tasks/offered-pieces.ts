import path from 'node:path';
import type { PieceReply, PiecesElsewhere } from '@geoinsights/tools';
import { pieceReplySchema } from './runner-messages.ts';
import type { RunnerMessage, TaskOrder } from './runner-messages.ts';

/** The file of a piece in the folder of the process that cut it. */
export function pieceName(number: number): string {
  return `piece-${String(number)}`;
}

/** The file of its answer. */
export function answerName(number: number): string {
  return `answer-${String(number)}`;
}

/** Pieces that a task's process offers through its server. */
export class OfferedPieces implements PiecesElsewhere {
  readonly count: number;
  readonly #order: TaskOrder;
  readonly #answers: string;
  readonly #send: (message: RunnerMessage) => void;
  readonly #replies = new Map<number, (reply: PieceReply) => void>();
  #nextNumber = 0;

  constructor(order: TaskOrder, { count, answers }: NonNullable<TaskOrder['elsewhere']>, send: (message: RunnerMessage) => void) {
    this.count = count;
    this.#order = order;
    this.#answers = answers;
    this.#send = send;
    process.on('message', (message) => this.#hear(message));
  }

  newNumber(): number {
    return this.#nextNumber++;
  }

  placesOf(number: number): { piece: string; answer: string } {
    return { piece: path.join(this.#order.workFolder, pieceName(number)), answer: path.join(this.#answers, answerName(number)) };
  }

  offer(number: number, onReply: (reply: PieceReply) => void): void {
    this.#replies.set(number, onReply);
    this.#send({ kind: 'piece-offered', number });
  }

  askBack(number: number): void {
    this.#send({ kind: 'piece-asked-back', number });
  }

  #hear(message: unknown): void {
    const { number, reply } = pieceReplySchema.parse(message);
    const onReply = this.#replies.get(number);
    if (reply !== 'taken') this.#replies.delete(number);
    onReply?.(reply);
  }
}
