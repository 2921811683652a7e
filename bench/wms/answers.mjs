const PATIENCE_MS = 120_000;

/** Waits until an address answers with success. */
export async function answers(address) {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      const response = await fetch(address);
      const text = await response.text();
      if (response.ok) return text;
    } catch {
      // It does not listen yet.
    }
    if (Date.now() > until) throw new Error(`There is no answer at ${address}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
