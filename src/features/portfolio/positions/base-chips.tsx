/** One base, or all: how many positions and what uPnL each has. Where the panel is too narrow for that, a list of the bases. */
import { memo } from 'react'
import { Select } from '../../../ui/controls/select.tsx'
import { Pnl } from '../../../ui/format/figures.tsx'
import type { upnlByBase } from '../../../account/totals.ts'
import styles from '../portfolio.module.css'

interface BaseChipsProps {
  readonly groups: ReturnType<typeof upnlByBase>
  readonly base: string | undefined
  readonly onChange: (base: string | undefined) => void
  readonly stale: boolean
  /** Were all positions read? Else neither their number nor their sum is known. */
  readonly isWhole: boolean
}

export const BaseChips = memo(function BaseChips({ groups, base, onChange, stale, isWhole }: BaseChipsProps) {
  if (groups.length < 2) return null
  // With three bases and more the figures take a wide panel.
  const room = groups.length < 3 ? 'few' : 'many'
  return (
    <>
      <div className={styles.baseList} data-bases={room}>
        <Select
          label="Base"
          hideLabel
          size="sm"
          value={base ?? ''}
          options={[{ value: '', label: 'All bases' }, ...groups.map(group => ({ value: group.base, label: group.base }))]}
          onChange={value => onChange(value === '' ? undefined : value)}
        />
      </div>
      <fieldset className={styles.chips} aria-label="Base" data-stale={stale} data-bases={room}>
        <button type="button" className={styles.chip} aria-pressed={base === undefined} onClick={() => onChange(undefined)}>
          All
        </button>
        {groups.map(group => (
          <button
            key={group.base}
            type="button"
            className={styles.chip}
            aria-pressed={base === group.base}
            onClick={() => onChange(group.base)}
          >
            {group.base} {isWhole && <span className={styles.chipCount}>{group.count}</span>}
            {isWhole && group.upnl.leftOut.length === 0 && (
              <span className={styles.chipFigure}>
                <Pnl value={group.upnl.value} places={0} />
              </span>
            )}
          </button>
        ))}
      </fieldset>
    </>
  )
})
