/** Chips of the bases with position count and uPnL; in a narrow panel a list. */
import { memo } from 'react'
import { Select } from '../../../ui/controls/select.tsx'
import { Pnl } from '../../../ui/format/figures.tsx'
import type { upnlByBase } from '../../../../core/account/totals.ts'
import styles from '../portfolio.module.css'

interface BaseChipsProps {
  readonly groups: ReturnType<typeof upnlByBase>
  readonly base: string | undefined
  readonly onChange: (base: string | undefined) => void
  readonly stale: boolean
  /** False if positions could not be read: then counts and sums are unknown. */
  readonly isWhole: boolean
}

export const BaseChips = memo(function BaseChips({ groups, base, onChange, stale, isWhole }: BaseChipsProps) {
  if (groups.length < 2) return null
  // With three or more bases the figures need a wide panel.
  const room = groups.length < 3 ? 'few' : 'many'
  return (
    <>
      <div className={styles.baseList} data-bases={room}>
        <Select
          label="Base"
          compact
          value={base ?? ''}
          options={[
            { value: '', label: 'All bases' },
            ...groups.map(group => ({ value: group.base, label: group.base })),
          ]}
          onChange={value => onChange(value === '' ? undefined : value)}
        />
      </div>
      <fieldset className={styles.chips} aria-label="Base" data-stale={stale} data-bases={room}>
        <button
          type="button"
          className={styles.chip}
          aria-pressed={base === undefined}
          onClick={() => onChange(undefined)}
        >
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
