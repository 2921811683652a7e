export { SEED_LAYER_GROUPS } from './seed.ts';
