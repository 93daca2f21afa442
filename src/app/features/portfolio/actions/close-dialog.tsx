/**
 * Legs of unequal sizes: all in one order with odd ratios, or the largest order with simple ratios and its remainder.
 */
import { useId, useState, type ReactNode } from 'react'
import type { PositionPackage, RoundPackage } from '../../../../core/domain/package/package-of-positions.ts'
import { DraftDialog, PackageText, leftText } from './draft-dialog.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import styles from './drafts.module.css'

interface CloseDialogProps {
  readonly title: string
  readonly exact: PositionPackage
  readonly round: RoundPackage
  readonly close: () => void
  readonly open: (value: PositionPackage) => void
}

export function CloseDialog({ title, exact, round, close, open }: CloseDialogProps): ReactNode {
  useAmountsHidden()
  const [isRound, setRound] = useState(true)
  const name = useId()
  return (
    <DraftDialog title={title} close={close} open={() => open(isRound ? round : exact)}>
      <p>The ticked sizes are unequal: one order holds all of its legs in one ratio.</p>
      <label className={styles.choice}>
        <input type="radio" name={name} checked={isRound} onChange={() => setRound(true)} />
        <PackageText value={round} />
        <small>
          Round ratios, as they are quoted. Leaves {leftText(round.left)}, because the smallest size sets how many
          packages there are.
        </small>
      </label>
      <label className={styles.choice}>
        <input type="radio" name={name} checked={!isRound} onChange={() => setRound(false)} />
        <PackageText value={exact} />
        <small>Everything, without a remainder. Few makers quote such ratios.</small>
      </label>
    </DraftDialog>
  )
}
