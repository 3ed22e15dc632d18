import { decodePicture } from './pictures/decode-picture.js';

/**
 * The program of the processes that decode pictures (ADR 41): one after another, as the service sends them. They know no
 * secret and no database, and end with whoever started them.
 */
process.on('message', (bytes: Uint8Array) => {
  void decodePicture(bytes).then((decoded) => process.send!(decoded));
});
process.on('disconnect', () => process.exit());
// A signal to the whole group is the service's affair, which finishes what it has begun.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send!('ready');
