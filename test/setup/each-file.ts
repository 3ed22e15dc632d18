import { afterAll } from 'vitest';
import { stopServices } from './service.js';

// Runs after the hooks of the test file, even if its tests failed.
afterAll(stopServices);
