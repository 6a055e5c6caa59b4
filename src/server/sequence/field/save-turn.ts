import type { Database, Model } from '@nocobase/database';
import type { Transaction } from 'sequelize';
import { FieldMemory } from './field-memory';
import { takeTurn } from './turn';
import { UniqueFirst } from './unique-first';

type Within = Transaction | null | undefined;

/** Sees to it that saves of one field come one after the other, and that each is made as a whole or not at all. */
export class SaveTurn {
  private readonly memory: FieldMemory;
  private readonly uniqueFirst: UniqueFirst;

  constructor(private readonly db: Database) {
    this.uniqueFirst = new UniqueFirst(db);
    this.memory = new FieldMemory(db, (stored) => this.uniqueFirst.undo(stored));
  }

  /** Before anything of a field's save is looked at. @throws NotFound when the field has been removed meanwhile. */
  async begin(field: Model, transaction: Within): Promise<void> {
    this.follow(field, transaction);
    if (!field.isNewRecord) await takeTurn(this.db, field, transaction);
  }

  /** Before a field is removed, or saved as something else. */
  follow(field: Model, transaction: Within): void {
    this.memory.follow(field, transaction);
  }

  /**
   * Before anything of a save is written, once it has been judged to be right. @returns true when it is to be judged
   * again, by what is stored now.
   */
  async settle(field: Model, transaction: Within): Promise<boolean> {
    if (field.isNewRecord) return false;
    const isUnique = field.get('unique' as never) === true;
    if (!(await this.uniqueFirst.settle(field, isUnique, transaction))) return false;
    await takeTurn(this.db, field, transaction);
    return true;
  }
}
