import { DefaultNamingStrategy } from 'typeorm';

const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** `accountId` in TypeScript is `account_id` in PostgreSQL; constraints are named as PostgreSQL does. */
export class NamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }

  override primaryKeyName(table: string | { name: string }): string {
    return `${typeof table === 'string' ? table : table.name}_pkey`;
  }

  override foreignKeyName(table: string | { name: string }, columns: string[]): string {
    return `${typeof table === 'string' ? table : table.name}_${columns.join('_')}_fkey`;
  }
}
