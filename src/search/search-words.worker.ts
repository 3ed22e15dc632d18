import { task } from '../platform/threads/outcome.js';
import { wordsOf } from './search-words.js';

export default task(wordsOf);
