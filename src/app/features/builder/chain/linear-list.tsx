/** Spot, perpetual and futures of the base, which can be added as legs like options. */
import type { KeyboardEvent } from 'react'
import { shortName } from '../../../../core/domain/instrument.ts'
import { isKey } from '../../../ui/commands/key-table.ts'
import type { ChainCell } from './chain-rows.ts'
import styles from './chain.module.css'
import { Own } from './own.tsx'
import { type AddLeg, PriceCell } from './price-cell.tsx'
import { Heads } from '../../../ui/controls/heads.tsx'

interface LinearListProps {
  readonly label: string
  readonly cells: readonly ChainCell[]
  readonly isHidden: boolean
  readonly add: AddLeg
}

export function LinearList({ label, cells, isHidden, add }: LinearListProps) {
  const press = (event: KeyboardEvent<HTMLButtonElement>) => {
    const symbol = event.currentTarget.dataset['symbol']
    if (
      symbol === undefined ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      !(isKey('buy', event.key) || isKey('sell', event.key))
    )
      return
    event.preventDefault()
    event.stopPropagation()
    add(symbol, isKey('buy', event.key) ? 1 : -1)
  }
  return (
    <div className={styles.linear}>
      <table aria-label={label} className={styles.chain}>
        <Heads
          of={[
            { name: 'Underlying', className: styles.linearName },
            { name: 'Own', title: 'Position, and own resting orders' },
            'Bid',
            'Ask',
          ]}
        />
        <tbody>
          {cells.map(cell => (
            <tr key={cell.symbol}>
              <th scope="row" className={styles.linearName} title={cell.symbol}>
                {shortName(cell.symbol)}
              </th>
              <td className={styles.mark}>
                <Own cell={cell} isHidden={isHidden} />
              </td>
              <td>
                <PriceCell cell={cell} quoted="bid" add={add} onKeyDown={press} />
              </td>
              <td>
                <PriceCell cell={cell} quoted="ask" add={add} onKeyDown={press} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
