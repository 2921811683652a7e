/**
 * For an effect: hands on how a promise ends, unless the effect was cleaned up before.
 * @returns the cleanup of the effect
 */
export function untilCleanup<Answer>(promise: Promise<Answer>, onAnswer: (answer: Answer) => void, onFailure: (error: unknown) => void): () => void {
  let isCleanedUp = false;
  promise.then(
    (answer) => {
      if (!isCleanedUp) onAnswer(answer);
    },
    (error: unknown) => {
      if (!isCleanedUp) onFailure(error);
    },
  );
  return () => {
    isCleanedUp = true;
  };
}
