/** Quotes that cross for a profit, with the prices involved. */
import { shortName } from '../../../../core/domain/instrument.ts'
import type { Violation, ViolationLeg } from '../../../../core/pricing/volatility/arbitrage.ts'
import { numberText } from './volatility-text.ts'
import styles from './volatility.module.css'

const names = { butterfly: 'Butterfly', spread: 'Spread', calendar: 'Calendar' } as const

const legText = ({ symbol, side, quantity, price }: ViolationLeg): string =>
  `${side} ${numberText(quantity, quantity === 1 ? 0 : 3)} × ${shortName(symbol)} at ${numberText(price)}`

const mostShown = 12

interface ArbitrageSectionProps {
  readonly violations: readonly Violation[]
  readonly compared: number
}

export function ArbitrageSection({ violations, compared }: ArbitrageSectionProps) {
  const more = violations.length - mostShown
  return (
    <section className={styles.section} aria-label="Arbitrage">
      <h3 className={styles.title}>Arbitrage</h3>
      <p className={styles.says} data-testid="arbitrage-says">
        {violations.length === 0
          ? `None between the bids and asks of ${compared} quoted options: no butterfly, spread or calendar pays.`
          : `${violations.length} between bids and asks, before fees and whatever the model:`}
      </p>
      <ul className={styles.list}>
        {violations.slice(0, mostShown).map(violation => (
          <li key={violation.legs.map(leg => leg.symbol).join(' ')}>
            <strong>{names[violation.kind]}</strong> {violation.legs.map(legText).join(', ')}: at least{' '}
            {numberText(violation.profit)} each
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.says}>and {more} more</p>}
    </section>
  )
}
