import { afterAll } from 'vitest';
import { stopServices } from './service.js';

// Runs after the hooks of the test file, whatever became of its tests.
afterAll(stopServices);
