/** The fitted surface as a heat map that is its own table: expiries down, deltas or strikes across. */
import { useState } from 'react'
import { toNumber } from '../../../domain/decimal.ts'
import type { ListedUniverse } from '../../../domain/instrument-index.ts'
import { shortExpiry } from '../../../domain/instrument.ts'
import type { BaseSurface } from '../../../pricing/market/base-surface.ts'
import { type ExpiryVolatility, gridByDelta, gridByStrike, gridDeltas, gridStrikes } from '../../../pricing/volatility/surface-grid.ts'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { formatCompact } from '../../../ui/format/format-decimal.ts'
import { percentText } from './volatility-text.ts'
import styles from './volatility.module.css'

const ways = [
  { value: 'delta', label: 'By delta' },
  { value: 'strike', label: 'By strike' },
] as const

/** Strongest colour, so that figures stay readable on it. */
const strongest = 40

interface SurfaceSectionProps {
  readonly universe: ListedUniverse
  readonly surface: BaseSurface
  readonly rows: readonly ExpiryVolatility[]
}

const listedStrikes = (universe: ListedUniverse, { base, expiries }: BaseSurface): number[] => [
  ...new Set([...expiries.keys()].flatMap(expiryMs => universe.chain(base, expiryMs).map(({ strike }) => toNumber(strike)))),
]

export function SurfaceSection({ universe, surface, rows }: SurfaceSectionProps) {
  const [way, setWay] = useState<(typeof ways)[number]['value']>('delta')
  const price = surface.underlying === undefined ? undefined : toNumber(surface.underlying.price)
  const strikes = way === 'delta' || price === undefined ? [] : gridStrikes(listedStrikes(universe, surface), price)
  const columns = way === 'delta' ? gridDeltas.map(({ label }) => label) : strikes.map(strike => formatCompact(strike))
  const values = way === 'delta' ? gridByDelta(surface, rows) : gridByStrike(surface, rows, strikes)
  const known = values.flat().filter(value => value !== undefined)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const paint = (value: number | undefined): string | undefined => {
    if (value === undefined || !(most > least)) return undefined
    return `color-mix(in srgb, var(--accent) ${Math.round(((value - least) / (most - least)) * strongest)}%, transparent)`
  }
  return (
    <section className={styles.section} aria-label="Surface">
      <div className={styles.head}>
        <h3 className={styles.title}>Surface</h3>
        <Segmented label="Surface" hideLabel size="sm" value={way} options={ways} onChange={setWay} />
      </div>
      {/* Wide tables scroll, and scrolling needs the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scroll} tabIndex={0} aria-label="Surface by expiry">
        <table className={styles.table} aria-label={`Fitted volatility of ${surface.base} by expiry and ${way}`}>
          <thead>
            <tr>
              <th scope="col">Expiry</th>
              {columns.map(column => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ expiry }, row) => (
              <tr key={expiry.expiryMs}>
                <th scope="row">{shortExpiry(expiry.expiryMs)}</th>
                {columns.map((column, at) => (
                  <td key={column} style={{ background: paint(values[row]?.[at]) }}>
                    {percentText(values[row]?.[at])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
