import type { GroupChanges } from '@geoinsights/catalogue';
import { ProblemError } from '@geoinsights/contract';
import type { Kysely } from 'kysely';
import type { Tables } from '../db/tables.ts';

/** Creates a group at its position, by default after all others, unless one of that name exists. */
export async function ensureGroup(tables: Kysely<Tables>, { name, position, is_visible: isVisible }: { readonly name: string; readonly position?: number; readonly is_visible: boolean }): Promise<void> {
  const { last } = await tables
    .selectFrom('layer_groups')
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  await tables
    .insertInto('layer_groups')
    .values({ name, position: position ?? (typeof last === 'number' ? last + 1 : 1), is_visible: isVisible })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** A group without layers is removed. */
export async function dropEmptyGroup(tables: Kysely<Tables>, name: string): Promise<void> {
  const left = await tables.selectFrom('layers').where('group_name', '=', name).select('uuid').limit(1).execute();
  if (left.length === 0) await tables.deleteFrom('layer_groups').where('name', '=', name).execute();
}

/** Shows, hides, moves or renames a group; the change is applied as a whole or not at all. @throws ProblemError `unknown-group`, `layer-group-taken` */
export async function changeGroup(tables: Kysely<Tables>, name: string, { name: newName = name, position, is_visible: isVisible }: GroupChanges): Promise<void> {
  await tables.transaction().execute(async (transaction) => {
    const before = await transaction.selectFrom('layer_groups').where('name', '=', name).selectAll().executeTakeFirst();
    if (before === undefined) throw new ProblemError('unknown-group', { group: name });
    if (newName !== name) {
      // The layers refer to the group by name, so renaming moves them to a new row.
      const taken = await transaction.selectFrom('layer_groups').where('name', '=', newName).select('name').executeTakeFirst();
      if (taken !== undefined) throw new ProblemError('layer-group-taken', { group: newName });
      await transaction.insertInto('layer_groups').values({ ...before, name: newName }).execute();
      await transaction.updateTable('layers').set({ group_name: newName }).where('group_name', '=', name).execute();
      await transaction.deleteFrom('layer_groups').where('name', '=', name).execute();
    }
    if (isVisible !== undefined) await transaction.updateTable('layer_groups').set({ is_visible: isVisible }).where('name', '=', newName).execute();
    if (position !== undefined) await moveGroup(transaction, newName, position);
  });
}

/** Renumbers all groups, with this one at its position. */
async function moveGroup(tables: Kysely<Tables>, name: string, position: number): Promise<void> {
  const groups = await tables.selectFrom('layer_groups').select('name').orderBy('position').orderBy('name').execute();
  for (const [index, each] of inNewOrder(groups.map((group) => group.name), name, position).entries()) {
    await tables.updateTable('layer_groups').set({ position: index + 1 }).where('name', '=', each).execute();
  }
}

/** Renumbers the layers of a group, with this one at its position. */
export async function moveLayer(tables: Kysely<Tables>, group: string, uuid: string, position: number): Promise<void> {
  const layers = await tables.selectFrom('layers').where('group_name', '=', group).select('uuid').orderBy('position').orderBy('name').execute();
  for (const [index, each] of inNewOrder(layers.map((layer) => layer.uuid), uuid, position).entries()) {
    await tables.updateTable('layers').set({ position: index + 1 }).where('uuid', '=', each).execute();
  }
}

/** The position after all layers of the group. */
export async function nextLayerPosition(tables: Kysely<Tables>, group: string): Promise<number> {
  const { last } = await tables
    .selectFrom('layers')
    .where('group_name', '=', group)
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return typeof last === 'number' ? last + 1 : 1;
}

function inNewOrder(all: readonly string[], moved: string, position: number): string[] {
  return all.filter((each) => each !== moved).toSpliced(position - 1, 0, moved);
}
