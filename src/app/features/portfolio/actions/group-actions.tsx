/** Joins, splits and names structures by hand, by row menu and commands. */
import { type ReactNode, useMemo, useState } from 'react'
import { useOwnerKey } from '../../../api/journal/journal-hooks.ts'
import { eq, sum } from '../../../../core/domain/decimal.ts'
import { join, type OwnGroups, rename, split, undo } from '../../../../core/domain/grouping/own-groups.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { showToast } from '../../../ui/controls/toasts.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { changeOwnGroups, useOwnGroups } from '../rows/own-groups.ts'
import type { PositionsLeg } from '../rows/positions-row.ts'
import type { ChosenLegs } from '../rows/use-ticks.ts'

const NameDialog = lazyComponent(async () => (await import('./name-dialog.tsx')).NameDialog, null, {
  useClose: ({ close }) => close,
})

type Legs = readonly PositionsLeg[]

export interface GroupActions {
  readonly ticked: Legs
  readonly join: (legs: Legs) => void
  readonly split: (legs: Legs) => void
  readonly name: (legs: Legs) => void
  readonly undo: (() => void) | undefined
}

const refuse = (title: string, body: string): void => void showToast({ tone: 'neutral', title, body })

function wholeIds(legs: Legs): readonly string[] | undefined {
  const ids = [...new Set(legs.map(leg => leg.position.id))]
  for (const id of ids) {
    const own = legs.filter(leg => leg.position.id === id)
    const { size, name } = own[0]?.position ?? {}
    if (size !== undefined && !eq(sum(own.map(leg => leg.size)), size)) {
      refuse('Only a part of a position', `${name} is part of several structures. Tick each of its parts.`)
      return undefined
    }
  }
  return ids
}

export function useGrouping(
  isGrouped: boolean,
  legs: ChosenLegs,
): { readonly grouping: GroupActions | undefined; readonly dialog: ReactNode } {
  const owner = useOwnerKey()
  const hasChanges = useOwnGroups().before.length > 0
  const [naming, setNaming] = useState<Legs>()
  const { ticked } = legs
  const grouping = useMemo((): GroupActions | undefined => {
    if (!isGrouped || owner === undefined) return undefined
    const takeBack = (): void => void changeOwnGroups(owner, undo)
    const put = (title: string, change: (groups: OwnGroups) => OwnGroups): void => {
      const isStored = changeOwnGroups(owner, change)
      const body = isStored ? undefined : 'This browser does not store it: it holds until the tab is closed.'
      showToast({ tone: 'ok', title, body, action: { label: 'Undo', run: takeBack } })
    }
    return {
      ticked,
      join: chosen => {
        const ids = wholeIds(chosen)
        if (ids === undefined) return
        if (ids.length < 2) refuse('Nothing to join', 'Tick two legs or more by Space.')
        else put(`${ids.length} legs joined`, groups => join(groups, ids))
      },
      split: chosen => {
        const ids = wholeIds(chosen)
        if (ids === undefined) return
        if (ids.length < 2) refuse('Nothing to split', 'Put the focus on a structure, or tick its legs.')
        else put(`Split into ${ids.length} legs`, groups => split(groups, ids))
      },
      name: chosen => {
        const ids = wholeIds(chosen)
        if (ids === undefined) return
        if (ids.length < 2) refuse('Nothing to name', 'Put the focus on a structure, or tick its legs.')
        else setNaming(chosen)
      },
      undo: hasChanges ? takeBack : undefined,
    }
  }, [isGrouped, owner, ticked, hasChanges])
  useGroupCommands(grouping, legs)
  const save = (name: string): void => {
    const ids = (naming ?? []).map(leg => leg.position.id)
    setNaming(undefined)
    if (owner !== undefined) changeOwnGroups(owner, groups => rename(groups, [...new Set(ids)], name))
  }
  const dialog = naming !== undefined && <NameDialog legs={naming} save={save} close={() => setNaming(undefined)} />
  return { grouping, dialog }
}

function useGroupCommands(grouping: GroupActions | undefined, legs: ChosenLegs): void {
  const group = 'Portfolio'
  const enabled = grouping !== undefined
  const act = (what: 'join' | 'split' | 'name') => () => grouping?.[what](legs.targetLegs())
  useCommands([
    {
      id: 'portfolio.join',
      name: 'Join the ticked legs into one structure',
      group,
      keys: 'joinLegs',
      enabled,
      run: act('join'),
    },
    {
      id: 'portfolio.split',
      name: 'Split the structure into legs',
      group,
      keys: 'splitLegs',
      enabled,
      run: act('split'),
    },
    { id: 'portfolio.name', name: 'Name the structure', group, keys: 'nameStructure', enabled, run: act('name') },
    {
      id: 'portfolio.undo-group',
      name: 'Undo the last join, split or name',
      group,
      keys: 'undo',
      enabled: grouping?.undo !== undefined,
      run: () => grouping?.undo?.(),
    },
  ])
}
