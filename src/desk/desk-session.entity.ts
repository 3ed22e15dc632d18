import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The session of a person at the desk (contract 13). */
@Entity('desk_session')
export class DeskSession {
  /** SHA-256 of the token in the cookie. */
  @PrimaryColumn('bytea')
  tokenHash!: Buffer;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  keyId!: string;

  /** Name of the person. Readers see the name on released documents. */
  @Column('text')
  name!: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /** Time of the last request of the session; until the first request, the time of the sign-in. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  usedAt!: Date;
}
