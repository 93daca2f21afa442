/** Manual grouping of positions, with names. */
import { z } from '../zod.ts'

/** Ids of positions; a single one is a leg that was split off. A position is in at most one group. */
export interface OwnGroup {
  readonly ids: readonly string[]
  readonly name?: string | undefined
}

export interface OwnGroups {
  readonly now: readonly OwnGroup[]
  /** Earlier states for undo, the latest last. */
  readonly before: readonly (readonly OwnGroup[])[]
}

const mostGroups = 200
const mostChanges = 20
export const mostNameLetters = 40

const group = z.object({ ids: z.array(z.string()), name: z.optional(z.string().check(z.maxLength(mostNameLetters))) })
export const ownGroupsSchema = z.object({ now: z.array(group), before: z.array(z.array(group)) })

export const noOwnGroups: OwnGroups = { now: [], before: [] }

function change({ now, before }: OwnGroups, ids: readonly string[], made: readonly OwnGroup[]): OwnGroups {
  const moved = new Set(ids)
  const others = now.flatMap(each => {
    const left = each.ids.filter(id => !moved.has(id))
    return left.length === 0 ? [] : [{ ...each, ids: left }]
  })
  return { now: [...others, ...made].slice(-mostGroups), before: [...before, now].slice(-mostChanges) }
}

/** Joins positions. The group keeps a name if exactly one of its groups had one. */
export function join(groups: OwnGroups, ids: readonly string[]): OwnGroups {
  const names = groups.now.flatMap(each =>
    each.ids.length > 1 && each.ids.some(id => ids.includes(id)) ? (each.name ?? []) : [],
  )
  return change(groups, ids, [{ ids, name: names.length === 1 ? names[0] : undefined }])
}

export const split = (groups: OwnGroups, ids: readonly string[]): OwnGroups =>
  change(
    groups,
    ids,
    ids.map(id => ({ ids: [id] })),
  )

/** An empty name restores the structure's own name. */
export const rename = (groups: OwnGroups, ids: readonly string[], name: string): OwnGroups =>
  change(groups, ids, [{ ids, name: name.trim().slice(0, mostNameLetters) || undefined }])

export function undo({ now, before }: OwnGroups): OwnGroups {
  return { now: before.at(-1) ?? now, before: before.slice(0, -1) }
}
