/** The fitted surface as a heat-map table: expiries by deltas or strikes. */
import { useState } from 'react'
import { toNumber } from '../../../../core/domain/decimal.ts'
import type { ListedUniverse } from '../../../../core/domain/instrument-index.ts'
import { parseInstrumentName, shortExpiry } from '../../../../core/domain/instrument.ts'
import type { Quotes } from '../../../../core/domain/market-data.ts'
import type { BaseSurface } from '../../../../core/pricing/market/base-surface.ts'
import { type SmileQuote, smileQuotes } from '../../../../core/pricing/volatility/smile-quotes.ts'
import {
  type ExpiryVolatility,
  type GridCell,
  gridByDelta,
  gridByStrike,
  gridDeltas,
  gridStrikes,
} from '../../../../core/pricing/volatility/surface-grid.ts'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Heads } from '../../../ui/controls/heads.tsx'
import { formatCompact } from '../../../ui/format/format-decimal.ts'
import { PointActions } from './point-actions.tsx'
import { percentText } from './volatility-text.ts'
import styles from './volatility.module.css'

const ways = [
  { value: 'delta', label: 'By delta' },
  { value: 'strike', label: 'By strike' },
] as const

const strongest = 40

interface SurfaceSectionProps {
  readonly universe: ListedUniverse
  readonly surface: BaseSurface
  readonly rows: readonly ExpiryVolatility[]
  readonly quotes: Quotes
  readonly flagged: ReadonlySet<string>
}

interface Place extends GridCell {
  readonly expiryMs: number
}

const listedStrikes = (universe: ListedUniverse, { base, expiries }: BaseSurface): number[] => [
  ...new Set(
    [...expiries.keys()].flatMap(expiryMs => universe.chain(base, expiryMs).map(({ strike }) => toNumber(strike))),
  ),
]

const flaggedStrikes = (flagged: ReadonlySet<string>, expiryMs: number): ReadonlySet<number> =>
  new Set(
    [...flagged].flatMap(symbol => {
      const name = parseInstrumentName(symbol)
      return name?.product === 'option' && name.expiryMs === expiryMs ? [toNumber(name.strike)] : []
    }),
  )

export function SurfaceSection({ universe, surface, rows, quotes, flagged }: SurfaceSectionProps) {
  const [way, setWay] = useState<(typeof ways)[number]['value']>('delta')
  const price = surface.underlying === undefined ? undefined : toNumber(surface.underlying.price)
  const strikes = way === 'delta' || price === undefined ? [] : gridStrikes(listedStrikes(universe, surface), price)
  const columns = way === 'delta' ? gridDeltas.map(({ label }) => label) : strikes.map(strike => formatCompact(strike))
  const values = way === 'delta' ? gridByDelta(surface, rows) : gridByStrike(surface, rows, strikes)
  const known = values.flat().flatMap(cell => cell?.volatility ?? [])
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const [place, setPlace] = useState<Place>()
  const nearest = (expiryMs: number): ((cell: GridCell) => SmileQuote | undefined) => {
    const options = smileQuotes(universe, surface, expiryMs, quotes)
    const [first] = options
    return ({ strike }) =>
      options.reduce(
        (best, each) => (Math.abs(each.strike - strike) < Math.abs((best?.strike ?? 0) - strike) ? each : best),
        first,
      )
  }
  const paint = (value: number): string | undefined => {
    if (!(most > least)) return undefined
    return `color-mix(in srgb, var(--accent) ${Math.round(((value - least) / (most - least)) * strongest)}%, transparent)`
  }
  return (
    <section className={styles.section} aria-label="Surface">
      <div className={styles.head}>
        <h3 className={styles.title}>Surface</h3>
        <Segmented label="Surface" compact value={way} options={ways} onChange={setWay} />
      </div>
      {/* Wide tables scroll, and keyboard scrolling needs focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.scroll} tabIndex={0} aria-label="Surface by expiry">
        <table className={styles.table} aria-label={`Fitted volatility of ${surface.base} by expiry and ${way}`}>
          <Heads of={['Expiry', ...columns]} />
          <tbody>
            {rows.map(({ expiry: { expiryMs } }, row) => (
              <SurfaceRow
                key={expiryMs}
                expiryMs={expiryMs}
                columns={columns}
                cells={values[row] ?? []}
                flaggedStrikes={flaggedStrikes(flagged, expiryMs)}
                optionOf={nearest(expiryMs)}
                paint={paint}
                onChoose={cell => setPlace({ ...cell, expiryMs })}
              />
            ))}
          </tbody>
        </table>
      </section>
      <PointActions quote={place && nearest(place.expiryMs)(place)} />
    </section>
  )
}

interface SurfaceRowProps {
  readonly expiryMs: number
  readonly columns: readonly string[]
  readonly cells: readonly (GridCell | undefined)[]
  readonly flaggedStrikes: ReadonlySet<number>
  readonly optionOf: (cell: GridCell) => SmileQuote | undefined
  readonly paint: (volatility: number) => string | undefined
  readonly onChoose: (cell: GridCell) => void
}

function SurfaceRow({ expiryMs, columns, cells, flaggedStrikes: strikes, optionOf, paint, onChoose }: SurfaceRowProps) {
  const day = shortExpiry(expiryMs)
  return (
    <tr>
      <th scope="row">
        {day}
        {strikes.size > 0 && (
          <span className={styles.flag} title="Strikes of an arbitrage, listed under Arbitrage">
            {' '}
            ▲ {strikes.size}
          </span>
        )}
      </th>
      {columns.map((column, at) => {
        const cell = cells[at]
        if (cell === undefined) return <td key={column}>{percentText(undefined)}</td>
        const text = percentText(cell.volatility)
        const isFlagged = strikes.has(optionOf(cell)?.strike ?? 0)
        return (
          <td key={column} style={{ background: paint(cell.volatility) }}>
            <button
              type="button"
              className={styles.cell}
              aria-label={`${day} ${column} ${text}${isFlagged ? ', arbitrage' : ''}`}
              onClick={() => onChoose(cell)}
            >
              {isFlagged && <span className={styles.flag}>▲ </span>}
              {text}
            </button>
          </td>
        )
      })}
    </tr>
  )
}
