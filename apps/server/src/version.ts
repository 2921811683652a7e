import ownPackage from '../package.json' with { type: 'json' };

/** Of the server that runs. */
export const { version: VERSION } = ownPackage;
