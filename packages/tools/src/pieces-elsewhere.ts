/** The reply to an offered piece. */
export type PieceReply =
  /** Its answer is in its file. */
  | 'done'
  /** It was returned, or nobody could process it: whoever offered it must do it. */
  | 'undone'
  /** It was asked back, but somebody is working on it. */
  | 'taken';

/** Others, on whatever machine, who may take over pieces of a tool's work. A piece has a unique number and is a file, as is its answer. */
export interface PiecesElsewhere {
  /** How many pieces may be out at a time. */
  readonly count: number;
  /** The number for another piece: unique within the task, across all layers and rounds. */
  newNumber(): number;
  /** The file in which a piece is offered, and the file for its answer. */
  placesOf(piece: number): { readonly piece: string; readonly answer: string };
  /** Offers a piece whose file has been written. The offering side removes both files. */
  offer(piece: number, onReply: (reply: PieceReply) => void): void;
  /** Asks for a piece back; the reply says whether it was returned. */
  askBack(piece: number): void;
}
