import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The session of an approver at the desk (contract 13). */
@Entity('desk_session')
export class DeskSession {
  /** SHA-256 of the token in the cookie. */
  @PrimaryColumn('bytea')
  tokenHash!: Buffer;

  @Column('uuid')
  accountId!: string;

  @Column('text')
  approverId!: string;

  /** Number of rotations of the approver's key when the session began. */
  @Column('integer')
  rotations!: number;

  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  createdAt!: Date;

  /** Time of the last request of the session; until the first request, the time of the sign-in. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  usedAt!: Date;
}
