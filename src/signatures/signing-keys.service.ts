import { generateKeyPairSync } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OperatorActions } from '../audit/operator-actions.service.js';
import { Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import type { Reads, Statement } from '../platform/database/statement.js';
import { type PublicKey, Signer } from './signer.js';
import { SigningKey } from './signing-key.entity.js';

const READ_PUBLIC: Statement = {
  name: 'signing_key_public',
  text: `SELECT kid, public_key AS x FROM signing_key ORDER BY created_at DESC, kid`,
};

export interface ShownKey {
  readonly kid: string;
  /** Whether the key signs new releases. */
  readonly isActive: boolean;
  readonly createdAt: Date;
}

/**
 * The keys that sign releases (contract 15). If `SIGNING_KEY_FILE` is set, the active key is read from that file. If
 * not, the active key is generated at the first start and stored in the database. The database also stores the public
 * keys of all signing keys, including old ones.
 */
@Injectable()
export class SigningKeys {
  private signer: Signer | undefined;

  constructor(
    private readonly database: Database,
    private readonly actions: OperatorActions,
    private readonly config: Config,
  ) {}

  /**
   * Returns the signer with the active key. A key from `SIGNING_KEY_FILE` is read once. A key in the database is read
   * again if `kid` is not the id of the key that was read last.
   * @param kid current id of the active key in the database; `null` if the id is not known, or if there is no key yet
   * @throws Error if `SIGNING_KEY_FILE` cannot be read, or contains no Ed25519 key
   */
  async current(kid: string | null): Promise<Signer> {
    const { signer, config } = this;
    if (signer && (config.signingKeyFile !== '' || signer.publicKey.kid === kid)) return signer;
    this.signer = await this.database.transaction((tx) =>
      config.signingKeyFile === '' ? this.kept(tx) : this.fromFile(tx, config.signingKeyFile),
    );
    return this.signer;
  }

  /** Lists all keys, newest first. */
  async show(): Promise<ShownKey[]> {
    const { publicKey } = await this.current(null);
    const keys = await this.database.transaction((tx) =>
      tx.find(SigningKey, { order: { createdAt: 'DESC', kid: 'ASC' } }),
    );
    return keys.map(({ kid, createdAt }) => ({ kid, isActive: kid === publicKey.kid, createdAt }));
  }

  /** Reads the public keys of all keys, newest first. */
  publicKeys(reads: Pick<Reads, 'rows'> = this.database): Promise<PublicKey[]> {
    return reads.rows<PublicKey>(READ_PUBLIC);
  }

  /**
   * Generates a new active key, which signs from the commit on. Deletes the old private key.
   * @throws Error if `SIGNING_KEY_FILE` is set
   */
  async rotate(): Promise<PublicKey> {
    if (this.config.signingKeyFile !== '') {
      throw new Error(
        'The signing key is read from SIGNING_KEY_FILE: put a new key there, then restart.',
      );
    }
    return this.database.transaction(async (tx) => {
      await tx.createQueryBuilder().update(SigningKey).set({ privateKey: null }).execute();
      const { publicKey } = await this.kept(tx);
      const details = { kid: publicKey.kid };
      await this.actions.record(tx, { action: 'signing rotate', accountId: null, details });
      return publicKey;
    });
  }

  /**
   * Reads the private key in the database. If there is no private key, generates one. Processes that start together get
   * the same key.
   */
  private async kept(tx: EntityManager): Promise<Signer> {
    const found = await privateKeyIn(tx);
    if (found) return Signer.read(found);
    const { privateKey } = generateKeyPairSync('ed25519');
    const { publicKey } = Signer.of(privateKey);
    const der = privateKey.export({ format: 'der', type: 'pkcs8' });
    await insertKey(tx, { kid: publicKey.kid, publicKey: publicKey.x, privateKey: der });
    return Signer.read((await privateKeyIn(tx))!);
  }

  private async fromFile(tx: EntityManager, path: string): Promise<Signer> {
    const signer = Signer.readFile(path);
    const { kid, x } = signer.publicKey;
    await insertKey(tx, { kid, publicKey: x, privateKey: null });
    return signer;
  }
}

/**
 * Reads or generates the signing key at the start of each process that runs releases. If `SIGNING_KEY_FILE` is set but
 * cannot be read, the start fails.
 */
@Injectable()
export class FirstSigningKey implements OnApplicationBootstrap {
  private readonly logger = new Logger(FirstSigningKey.name);

  constructor(
    private readonly keys: SigningKeys,
    private readonly config: Config,
  ) {}

  /**
   * @throws Error if `SIGNING_KEY_FILE` is set but contains no Ed25519 key, or if the public key of that file cannot be
   * stored
   */
  async onApplicationBootstrap(): Promise<void> {
    try {
      await this.keys.current(null);
    } catch (err) {
      if (this.config.signingKeyFile !== '') throw err;
      this.logger.warn(
        { err },
        'There is no signing key yet; the first release tries again to make one.',
      );
    }
  }
}

async function privateKeyIn(tx: EntityManager): Promise<Buffer | undefined> {
  const key = await tx
    .createQueryBuilder(SigningKey, 'key')
    .select('key.kid')
    .addSelect('key.privateKey')
    .where('key.privateKey IS NOT NULL')
    .getOne();
  return key?.privateKey ?? undefined;
}

/**
 * Inserts a key. Does nothing if the key exists, or if the new key would be the second private key in the table. Waits
 * until a concurrent insert ends.
 */
const insertKey = (tx: EntityManager, key: Omit<SigningKey, 'createdAt'>): Promise<unknown> =>
  tx.createQueryBuilder().insert().into(SigningKey).values(key).orIgnore().execute();
