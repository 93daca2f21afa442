/** The account's positions in the expiry of the chain, below the greeks of the draft. */
import { type Position, signedSize } from '../../../../core/domain/account.ts'
import { formatDecimal } from '../../../../core/domain/decimal.ts'
import { optionText, parseInstrumentName, shortExpiry } from '../../../../core/domain/instrument.ts'
import { Heads } from '../../../ui/controls/heads.tsx'
import { formatSize } from '../../../ui/format/amounts.ts'
import { Pnl } from '../../../ui/format/figures.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import styles from './structure-panel.module.css'

interface HeldHereProps {
  readonly base: string
  readonly expiryMs: number | undefined
  readonly positions: readonly Position[] | undefined
}

export function HeldHere({ base, expiryMs, positions = [] }: HeldHereProps) {
  useAmountsHidden()
  const held = positions.flatMap(position => {
    const name = parseInstrumentName(position.symbol)
    if (name?.base !== base || !('expiryMs' in name) || name.expiryMs !== expiryMs) return []
    return [{ position, label: name.product === 'option' ? optionText(name) : 'Future' }]
  })
  if (held.length === 0 || expiryMs === undefined) return null
  const title = `Held in ${base} ${shortExpiry(expiryMs)}`
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls needs the keyboard
    <section className={styles.held} aria-label={title} tabIndex={0}>
      <table aria-label={title}>
        <Heads of={['Held', 'Size', 'Mark', 'uPnL']} />
        <tbody>
          {held.map(({ position, label }) => (
            <tr key={`${position.symbol} ${position.side}`}>
              <th scope="row">{label}</th>
              <td>{formatSize(signedSize(position))}</td>
              <td>{formatDecimal(position.mark_price, { places: 2 })}</td>
              <td>
                <Pnl value={position.upnl} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
