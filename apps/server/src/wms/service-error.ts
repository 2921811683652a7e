/** The standard's codes for errors of a request; WMS 1.1.1 says InvalidSRS for InvalidCRS. */
export type ServiceErrorCode =
  | 'InvalidFormat'
  | 'InvalidCRS'
  | 'LayerNotDefined'
  | 'StyleNotDefined'
  | 'LayerNotQueryable'
  | 'InvalidPoint'
  | 'OperationNotSupported'
  | 'InvalidUpdateSequence'
  | 'CurrentUpdateSequence';

/** What is wrong with a WMS request, in a sentence for its sender. */
export class ServiceError extends Error {
  /** Null if the standard has no code for it. */
  readonly code: ServiceErrorCode | null;
  /** The parameter at fault. */
  readonly locator: string | null;
  /** The HTTP status: 200 as WMS clients expect it, or 503 if the same request may succeed later. */
  readonly status: 200 | 503;
  /** It is only that too many others ask. */
  readonly isBusy: boolean;

  constructor(code: ServiceErrorCode | null, message: string, locator: string | null = null, { status = 200, isBusy = false }: { readonly status?: 200 | 503; readonly isBusy?: boolean } = {}) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.locator = locator;
    this.status = status;
    this.isBusy = isBusy;
  }

  /** The request is right, and may succeed later. */
  static unavailable(message: string, { isBusy = false } = {}): ServiceError {
    return new ServiceError(null, message, null, { status: 503, isBusy });
  }
}
