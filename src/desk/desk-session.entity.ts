import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Somebody who is signed in at the desk (contract 13). */
@Entity('desk_session')
export class DeskSession {
  /** SHA-256 of the token in the cookie. */
  @PrimaryColumn('bytea')
  tokenHash!: Buffer;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  keyId!: string;

  /** What readers see of the person. */
  @Column('text')
  name!: string;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /** Of the last request. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  usedAt!: Date;
}
