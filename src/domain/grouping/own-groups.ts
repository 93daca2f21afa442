/** Corrections of structures by hand: which positions stand together and under what name, and which stand by themselves. */
import { z } from '../zod.ts'

/** Ids of positions; one alone is a leg that was split off. A position is in one group at most. */
export interface OwnGroup {
  readonly ids: readonly string[]
  readonly name?: string | undefined
}

export interface OwnGroups {
  readonly now: readonly OwnGroup[]
  /** What stood before each change, the last one at the end. */
  readonly before: readonly (readonly OwnGroup[])[]
}

const mostGroups = 200
const mostChanges = 20
export const mostNameLetters = 40

const group = z.object({ ids: z.array(z.string()), name: z.optional(z.string().check(z.maxLength(mostNameLetters))) })
export const ownGroupsSchema = z.object({ now: z.array(group), before: z.array(z.array(group)) })

export const noOwnGroups: OwnGroups = { now: [], before: [] }

/** These positions leave the groups that they were in. */
function change({ now, before }: OwnGroups, ids: readonly string[], made: readonly OwnGroup[]): OwnGroups {
  const moved = new Set(ids)
  const others = now.flatMap(each => {
    const left = each.ids.filter(id => !moved.has(id))
    return left.length === 0 ? [] : [{ ...each, ids: left }]
  })
  return { now: [...others, ...made].slice(-mostGroups), before: [...before, now].slice(-mostChanges) }
}

/** One group of them all; it takes over the name of the only named group among them. */
export function join(groups: OwnGroups, ids: readonly string[]): OwnGroups {
  const names = groups.now.flatMap(each => (each.ids.length > 1 && each.ids.some(id => ids.includes(id)) ? (each.name ?? []) : []))
  return change(groups, ids, [{ ids, name: names.length === 1 ? names[0] : undefined }])
}

export const split = (groups: OwnGroups, ids: readonly string[]): OwnGroups =>
  change(
    groups,
    ids,
    ids.map(id => ({ ids: [id] })),
  )

/** An empty name gives the structure its own again. */
export const rename = (groups: OwnGroups, ids: readonly string[], name: string): OwnGroups =>
  change(groups, ids, [{ ids, name: name.trim().slice(0, mostNameLetters) || undefined }])

/** As it stood before the last change. */
export function undo({ now, before }: OwnGroups): OwnGroups {
  return { now: before.at(-1) ?? now, before: before.slice(0, -1) }
}
