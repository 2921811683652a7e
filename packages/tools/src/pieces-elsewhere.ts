/** What is told of a piece that was offered. */
export type PieceReply =
  /** Its answer lies in its place. */
  | 'done'
  /** It was given back, or nobody could work it off: it is for whoever offered it to do. */
  | 'undone'
  /** It was asked back, and somebody works on it. */
  | 'taken';

/** Others, on whatever machine, who may take over pieces of a tool's work. A piece has a number of its own, and is a file, as is its answer. */
export interface PiecesElsewhere {
  /** How many pieces may be out at a time. */
  readonly count: number;
  /** For one more piece: no other one of the task has it, of whatever layer or round. */
  newNumber(): number;
  /** The files in which a piece is put before it is offered, and in which its answer is found. */
  placesOf(piece: number): { readonly piece: string; readonly answer: string };
  /** Offers a piece that lies in its place. Whoever offers it removes both files. */
  offer(piece: number, onReply: (reply: PieceReply) => void): void;
  /** Asks for a piece back; the reply says whether it came. */
  askBack(piece: number): void;
}
