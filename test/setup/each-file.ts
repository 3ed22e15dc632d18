import { afterAll } from 'vitest';
import { closeOperators } from './operator.js';
import { stopServices } from './service.js';

// These hooks run after the hooks of the test file, even if a test of the file failed.
afterAll(stopServices);
afterAll(closeOperators);
