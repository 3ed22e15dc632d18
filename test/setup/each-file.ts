import { afterAll } from 'vitest';
import { stopServices } from './service.js';

// This hook runs after the hooks of the test file, even if a test of the file failed.
afterAll(stopServices);
