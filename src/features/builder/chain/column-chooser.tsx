/** Which columns of the chain are wanted; one that is wanted and has no room says so. */
import { Columns3 } from 'lucide-react'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { Popover } from '../../../ui/controls/popover.tsx'
import { type ChainColumn, chainColumns, wantColumn } from './chain-columns.ts'
import styles from './chain-panel.module.css'

const labels: Readonly<Record<ChainColumn, string>> = {
  iv: 'Implied volatility',
  size: 'Size at the best prices',
}

interface ColumnChooserProps {
  readonly wanted: ReadonlySet<ChainColumn>
  readonly shown: ReadonlySet<ChainColumn>
  readonly hasSizes: boolean
}

export function ColumnChooser({ wanted, shown, hasSizes }: ColumnChooserProps) {
  return (
    <Popover label="Columns of the chain" icon={<Columns3 size={14} />}>
      <div className={styles.chooser}>
        {chainColumns.map(column => (
          <Checkbox
            key={column}
            label={labels[column]}
            checked={wanted.has(column)}
            disabled={column === 'size' && !hasSizes}
            hint={
              column === 'size' && !hasSizes
                ? 'This venue shows no order books.'
                : wanted.has(column) && !shown.has(column)
                  ? 'Not enough width: widen the chain or hide a column.'
                  : undefined
            }
            onChange={isWanted => wantColumn(column, isWanted)}
          />
        ))}
      </div>
    </Popover>
  )
}
