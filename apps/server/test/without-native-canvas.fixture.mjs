// Preloaded with --import: the native part of @napi-rs/canvas cannot be found, as after npm ci --omit=optional.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!specifier.startsWith('@napi-rs/canvas-') && !/skia\.[\w-]+\.node$/.test(specifier)) return nextResolve(specifier, context);
    throw Object.assign(new Error(`Cannot find module '${specifier}'`), { code: 'MODULE_NOT_FOUND' });
  },
});
