import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** What the addresses of previews are signed with: one row, for all processes. */
@Entity('preview_secret')
@Check('preview_secret_alone_check', 'alone')
export class PreviewSecret {
  /** Always true. */
  @PrimaryColumn('boolean', { default: true })
  alone!: boolean;

  @Column('bytea')
  secret!: Buffer;

  /** When the addresses given out before ended. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' })
  renewedAt!: Date;
}
