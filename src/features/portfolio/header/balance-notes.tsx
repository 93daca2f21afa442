/** What the balances add up to, each figure explained when pressed. */
import { memo } from 'react'
import type { Total } from '../../../account/totals.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { useRunCommand } from '../../../ui/commands/use-commands.ts'
import { Amount } from '../../../ui/format/figures.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { HeaderNote } from './header-stat.tsx'
import styles from './header.module.css'
import { unknownOf } from './money-stats.tsx'

const notes = [
  ['cash', 'Cash'],
  ['reserved', 'Reserved'],
  ['available', 'Available'],
  ['coins', 'Coins'],
] as const
type NoteId = (typeof notes)[number][0]

export function BalanceNotes({ portfolio: { totals, stale } }: { readonly portfolio: Portfolio }) {
  const run = useRunCommand()
  const assets = totals.marginAssets.join(' + ')
  return (
    <div className={styles.notes}>
      {notes.map(([id, label]) => (
        <Note
          key={id}
          id={id}
          label={id === 'reserved' || id === 'available' ? `${label} ${assets}` : label}
          total={totals[id]}
          stale={stale}
          onExplain={() => run(`portfolio.explain.${id}`)}
        />
      ))}
    </div>
  )
}

interface NoteProps {
  readonly id: NoteId
  /** "Available USD": with the assets that the figure is of. */
  readonly label: string
  readonly total: Total
  readonly stale: boolean
  readonly onExplain: () => void
}

const Note = memo(
  function Note({ id, label, total, stale, onExplain }: NoteProps) {
    useAmountsHidden()
    const value = (
      <>
        <Amount value={total.value} places={2} />
        {total.leftOut.length > 0 && <span className={styles.warning}> without {total.leftOut.length}</span>}
      </>
    )
    return <HeaderNote label={label} value={value} {...unknownOf(total)} stale={stale} onExplain={onExplain} testId={`total-${id}`} />
  },
  (before, now) => before.total === now.total && before.stale === now.stale && before.label === now.label,
)
