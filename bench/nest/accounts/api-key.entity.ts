import { Column, Entity, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Account } from './account.entity.js';

/** A key of an account, found by its digest. */
@Entity()
export class ApiKey {
  @PrimaryColumn()
  digest!: string;

  @ManyToOne(() => Account, { nullable: false })
  account!: Relation<Account>;

  @Column('text', { array: true })
  scopes!: string[];
}
