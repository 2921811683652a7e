/** The files cannot be checked here. */
export class CheckRefused extends Error {
  override readonly name = 'CheckRefused';
  /** Whether only this device cannot handle them and the server may. */
  readonly isOfDevice: boolean;

  constructor(sentence: string, isOfDevice: boolean) {
    super(sentence);
    this.isOfDevice = isOfDevice;
  }
}
