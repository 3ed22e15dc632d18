import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Statement } from '../platform/database/statement.js';
import type { Answer } from '../platform/http/deliver.js';
import { fileAnswer } from '../site/answers.js';
import { keySetOf } from './key-set.js';
import type { PublicKey } from './signer.js';

const READ: Statement = {
  name: 'signing_key_public',
  text: `SELECT kid, public_key AS x FROM signing_key ORDER BY created_at DESC, kid`,
};

/** Serves the public keys of all signing keys, including old ones. */
@Injectable()
export class PublicKeys {
  constructor(private readonly database: Database) {}

  /** Returns the keys as a JWK Set (RFC 7517), newest first. */
  async answer(): Promise<Answer> {
    const keys = await this.database.publicReads.rows<PublicKey>(READ);
    return fileAnswer('application/jwk-set+json; charset=utf-8', JSON.stringify(keySetOf(keys)));
  }
}
