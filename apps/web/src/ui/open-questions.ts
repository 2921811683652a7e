interface Question<Answer> {
  /** @returns whether the answer is one to this question. */
  readonly take: (answer: Answer) => boolean;
  readonly refuse: (error: Error) => void;
}

/** The questions to a worker that have no answer yet. Each is answered or refused, whatever happens to the worker. */
export class OpenQuestions<Answer> {
  readonly #questions = new Map<number, Question<Answer>>();
  #nextId = 0;
  #end: Error | null = null;

  /** The reason why nothing is answered any more; null until then. */
  get end(): Error | null {
    return this.#end;
  }

  /**
   * @param send posts the question under an id. If it throws, the question is refused.
   * @param meaningOf what an answer says; null if it is not one to this question.
   */
  ask<Meaning>(send: (id: number) => void, meaningOf: (answer: Answer) => Meaning | null): Promise<Meaning> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      if (this.#end !== null) {
        reject(this.#end);
        return;
      }
      const take = (answer: Answer): boolean => {
        const meaning = meaningOf(answer);
        if (meaning === null) return false;
        resolve(meaning);
        return true;
      };
      this.#questions.set(id, { take, refuse: reject });
      try {
        send(id);
      } catch (error) {
        this.refuse(id, error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  /** @returns whether the question is settled; if not, the answer is one to another question, and this one stays open. */
  answer(id: number, answer: Answer): boolean {
    const question = this.#questions.get(id);
    if (question === undefined) return true;
    const isSettled = question.take(answer);
    if (isSettled) this.#questions.delete(id);
    return isSettled;
  }

  refuse(id: number, error: Error): void {
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    question?.refuse(error);
  }

  /** Refuses all questions, also those that are asked later. Only the first reason counts. */
  close(error: Error): void {
    if (this.#end !== null) return;
    this.#end = error;
    for (const id of [...this.#questions.keys()]) this.refuse(id, error);
  }
}
