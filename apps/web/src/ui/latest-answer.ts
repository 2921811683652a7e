/** Hands on how the latest of several promises ends. Those that were asked for before it, or before it was forgotten, are not waited for any more. */
export class LatestAnswer<Answer> {
  #turn = 0;

  ask(promise: Promise<Answer>, onAnswer: (answer: Answer) => void, onFailure: (error: unknown) => void): void {
    const turn = (this.#turn += 1);
    promise.then(
      (answer) => {
        if (turn === this.#turn) onAnswer(answer);
      },
      (error: unknown) => {
        if (turn === this.#turn) onFailure(error);
      },
    );
  }

  forget(): void {
    this.#turn += 1;
  }
}
