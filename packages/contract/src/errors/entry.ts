/** One line of the error table. `detail` is a sentence that says what is wrong and what to do; `{name}` is filled in. */
export interface ErrorEntry {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
}
