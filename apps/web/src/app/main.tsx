import { start } from './start.tsx';
import { showStartFailure } from './start-failure.ts';

try {
  start();
} catch (error) {
  showStartFailure(error);
}
