/** One base, or all: how many positions and what uPnL each has. */
import { memo } from 'react'
import { Pnl } from '../../../ui/format/figures.tsx'
import type { upnlByBase } from '../../../model/account/totals.ts'
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
  return (
    <fieldset className={styles.chips} aria-label="Base" data-stale={stale}>
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
  )
})
