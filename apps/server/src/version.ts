import ownPackage from '../package.json' with { type: 'json' };

/** Of the running server. */
export const { version: VERSION } = ownPackage;
