/** Structures corrected by hand, stored per account in this browser and shared by tabs. */
import { createSharedSetting } from '../../../api/browser/setting.ts'
import { useStore } from '../../../api/browser/store.ts'
import { useOwnerKey } from '../../../api/journal/journal-hooks.ts'
import { noOwnGroups, type OwnGroups, ownGroupsSchema } from '../../../../core/domain/grouping/own-groups.ts'
import type { OwnerKey } from '../../../../core/domain/owner.ts'
import { z } from '../../../../core/domain/zod.ts'

const schema = z.record(z.string(), ownGroupsSchema)
const stored = createSharedSetting<Readonly<Record<string, OwnGroups>>>(
  'legwork.book.groups',
  text => schema.safeParse(text).data ?? {},
)

export function useOwnGroups(): OwnGroups {
  const owner = useOwnerKey()
  const all = useStore(stored)
  return (owner === undefined ? undefined : all[owner]) ?? noOwnGroups
}

export function changeOwnGroups(owner: OwnerKey, change: (groups: OwnGroups) => OwnGroups): boolean {
  const all = stored.reread()
  return stored.set({ ...all, [owner]: change(all[owner] ?? noOwnGroups) })
}
