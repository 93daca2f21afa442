/** Totals of the balances; pressing a figure explains it. */
import { memo } from 'react'
import type { Total } from '../../../../core/account/totals.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { useRunCommand } from '../../../ui/commands/use-commands.ts'
import { formatAmount } from '../../../ui/format/amounts.ts'
import { Amount } from '../../../ui/format/figures.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { type BalanceFigure, balanceFigures, type StatProps } from './figures.ts'
import { HeaderNote, unknownOf } from './header-stat.tsx'
import styles from './header.module.css'

interface BalanceNotesProps {
  readonly portfolio: Pick<Portfolio, 'totals' | 'stale'>
  readonly explain?: StatProps['explain']
}

export function LiveBalanceNotes({ portfolio }: Pick<BalanceNotesProps, 'portfolio'>) {
  const run = useRunCommand()
  return <BalanceNotes portfolio={portfolio} explain={figure => run(`portfolio.explain.${figure}`)} />
}

export function BalanceNotes({ portfolio: { totals, stale }, explain }: BalanceNotesProps) {
  const assets = ` ${totals.marginAssets.join(' + ')}`
  return (
    <div className={styles.notes}>
      {balanceFigures.map(id => (
        <Note
          key={id}
          id={id}
          about={id === 'reserved' || id === 'available' ? assets : ''}
          total={totals[id]}
          stale={stale}
          explain={explain}
        />
      ))}
    </div>
  )
}

interface NoteProps extends StatProps {
  readonly id: BalanceFigure
  readonly about: string
  readonly total: Total
}

const Note = memo(
  function Note({ total, ...about }: NoteProps) {
    useAmountsHidden()
    const value = (
      <>
        <Amount value={total.value} places={2} />
        {total.leftOut.length > 0 && <span className={styles.warning}> without {total.leftOut.length}</span>}
      </>
    )
    return <HeaderNote {...about} value={value} {...unknownOf(total, known => formatAmount(known, { places: 2 }))} />
  },
  (before, now) => before.total === now.total && before.stale === now.stale && before.about === now.about,
)
