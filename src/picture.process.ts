import { decodePicture } from './pictures/decode-picture.js';

/**
 * The program of a separate process. The process decodes the pictures that the service sends, one after another (ADR
 * 41). The process has no secrets and no database connection. It ends when the service that started it ends.
 */
process.on('message', (bytes: Uint8Array) => {
  void decodePicture(bytes).then((decoded) => process.send!(decoded));
});
process.on('disconnect', () => process.exit());
// Ignores signals to the whole process group, such as Ctrl-C. After such a signal, the service finishes its work and
// then ends this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send!('ready');
