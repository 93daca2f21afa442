/** The smile of one expiry: bid, ask and mid by strike, fitted curve, positions and draft legs. */
import { useMemo, useState } from 'react'
import type { ListedUniverse } from '../../../../core/domain/instrument-index.ts'
import { parseInstrumentName, shortExpiry, shortName } from '../../../../core/domain/instrument.ts'
import { toNumber } from '../../../../core/domain/decimal.ts'
import type { BaseSurface, ExpirySurface } from '../../../../core/pricing/market/base-surface.ts'
import { smileCurve, type SmileQuote, smileQuotes } from '../../../../core/pricing/volatility/smile-quotes.ts'
import type { VolatilityMoment } from '../../../../core/pricing/volatility/volatility-sample.ts'
import { type ChartLine, type ChartPoint, type ChartUpright, PointChart } from '../../../ui/charts/point-chart.tsx'
import { formatSize } from '../../../ui/format/amounts.ts'
import { formatCompact, formatNumber } from '../../../ui/format/format-decimal.ts'
import { PointActions } from './point-actions.tsx'
import type { Volatility } from './use-volatility.ts'
import { axisText, numberText, percentText } from './volatility-text.ts'
import styles from './volatility.module.css'
import { Heads } from '../../../ui/controls/heads.tsx'

export interface Before {
  readonly label: string
  readonly moment: VolatilityMoment | undefined
}

interface SmileSectionProps {
  readonly volatility: Volatility
  readonly universe: ListedUniverse
  readonly surface: BaseSurface
  readonly expiry: ExpirySurface
  readonly flagged: ReadonlySet<string>
  /** An earlier time to compare with; without a moment nothing was sampled then. */
  readonly before: Before | undefined
}

const outsideWords = { above: 'above the curve', below: 'below the curve' } as const

const pointOf = (quote: SmileQuote, isFlagged: boolean): ChartPoint => ({
  id: quote.symbol,
  x: quote.strike,
  y: quote.mid,
  low: quote.bid,
  high: quote.ask,
  shape: quote.right === 'call' ? 'circle' : 'square',
  isMarked: isFlagged || quote.outside !== undefined,
  name: shortName(quote.symbol),
  rows: [
    ['Bid', `${percentText(quote.bid)} · ${numberText(quote.bidPrice)}`],
    ['Mid', percentText(quote.mid)],
    ['Ask', `${percentText(quote.ask)} · ${numberText(quote.askPrice)}`],
    ['Fitted', percentText(quote.fitted)],
    ...(quote.outside === undefined ? [] : [['Quote', outsideWords[quote.outside]] as const]),
    ...(isFlagged ? [['Arbitrage', 'see below'] as const] : []),
  ],
})

const curvePlaces = 80

function curveStrikes(quotes: readonly SmileQuote[]): readonly number[] {
  const [low, high] = [quotes[0]?.strike ?? 0, quotes.at(-1)?.strike ?? 0]
  return Array.from({ length: curvePlaces + 1 }, (_, at) => low + ((high - low) * at) / curvePlaces)
}

const strikeTicks = (width: number, [from, to]: readonly [number, number]) => {
  const count = Math.max(2, Math.floor(width / 90))
  const rough = (to - from) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find(each => each * power >= rough) ?? 10) * power
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, at) => {
    const x = (first + at) * step
    return { x, text: formatCompact(x) }
  })
}

function ownUprights({ positions, draft }: Volatility, base: string, expiryMs: number): readonly ChartUpright[] {
  const strikeOf = (symbol: string): number | undefined => {
    const name = parseInstrumentName(symbol)
    return name?.product === 'option' && name.base === base && name.expiryMs === expiryMs
      ? toNumber(name.strike)
      : undefined
  }
  const uprights = <Value,>(
    entries: Iterable<readonly [string, Value]>,
    look: 'own' | 'draft',
    textOf: (value: Value) => string,
  ) =>
    [...entries].flatMap(([symbol, value]): readonly ChartUpright[] => {
      const x = strikeOf(symbol)
      return x === undefined ? [] : [{ x, look, label: `${textOf(value)} ${shortName(symbol)}` }]
    })
  return [
    ...uprights(positions ?? [], 'own', size => `Position ${formatSize(size)}`),
    ...uprights(draft, 'draft', ratio => `Draft ${formatNumber(ratio, { places: 0, sign: 'always' })}`),
  ]
}

export function SmileSection({ volatility, universe, surface, expiry, flagged, before }: SmileSectionProps) {
  const [chosen, setChosen] = useState<string>()
  const { quotes: summary } = volatility
  const { expiryMs, forward } = expiry
  const quotes = useMemo(
    () => (summary.data === undefined ? [] : smileQuotes(universe, surface, expiryMs, summary.data)),
    [universe, surface, expiryMs, summary.data],
  )
  const slice = surface.slices.find(each => each.years === expiry.years)
  const own = ownUprights(volatility, surface.base, expiryMs)
  const quoted = quotes.filter(quote => quote.bid !== undefined || quote.ask !== undefined || quote.mid !== undefined)
  const curve =
    slice === undefined || forward === undefined ? [] : smileCurve(slice, forward.price, curveStrikes(quoted))
  const earlier = before?.moment?.curves.find(each => each.expiryMs === expiryMs)
  const lines: ChartLine[] = [{ id: 'fitted', label: 'Fitted', look: 'main', points: curve }]
  if (before !== undefined && earlier !== undefined)
    lines.push({
      id: 'before',
      label: before.label,
      look: 'dashed',
      points: smileCurve(earlier, earlier.forward, curveStrikes(quoted)),
    })
  const outside = quoted.filter(quote => quote.outside !== undefined).length
  const point = quoted.find(quote => quote.symbol === chosen)
  const name = `Smile of ${surface.base} ${shortExpiry(expiryMs)}`
  return (
    <section className={styles.section} aria-label="Smile">
      <div className={styles.chart}>
        <PointChart
          label={name}
          testId="smile-chart"
          points={quoted.map(quote => pointOf(quote, flagged.has(quote.symbol)))}
          lines={lines}
          uprights={[
            ...(forward === undefined ? [] : [{ x: forward.price, look: 'plain', label: 'forward' } as const]),
            ...own,
          ]}
          xTicks={strikeTicks}
          yText={axisText}
          xName="Strike across, implied volatility upwards"
          chosen={point?.symbol}
          onPoint={setChosen}
          toolbar={<h3 className={styles.title}>Smile</h3>}
          table={<SmileTable name={name} quotes={quoted} flagged={flagged} own={own} onChoose={setChosen} />}
        />
      </div>
      <p className={styles.says} data-testid="smile-says">
        {forward === undefined
          ? 'No forward: neither a future, nor a pair of call and put, nor the underlying has a price.'
          : `Forward ${formatNumber(forward.price)} · at the money ${percentText(expiry.atmVolatility)} · ${quoted.length} of ${
              quotes.length
            } strikes quoted · ${outside === 0 ? 'no quote' : outside === 1 ? '1 quote' : `${outside} quotes`} off the curve`}
        {before !== undefined &&
          earlier === undefined &&
          ` · ${before.label}: ${before.moment === undefined ? 'no sample' : 'no curve of this expiry'}`}
      </p>
      <PointActions quote={point} />
    </section>
  )
}

interface SmileTableProps {
  readonly name: string
  readonly quotes: readonly SmileQuote[]
  readonly flagged: ReadonlySet<string>
  readonly own: readonly ChartUpright[]
  readonly onChoose: (symbol: string) => void
}

function SmileTable({ name, quotes, flagged, own, onChoose }: SmileTableProps) {
  return (
    <table className={styles.table} aria-label={name}>
      <Heads of={['Option', 'Bid', 'Mid', 'Ask', 'Fitted', 'Note']} />
      <tbody>
        {quotes.map(quote => (
          <tr key={quote.symbol}>
            <th scope="row">
              <button type="button" className={styles.link} onClick={() => onChoose(quote.symbol)}>
                {shortName(quote.symbol)}
              </button>
            </th>
            <td>{percentText(quote.bid)}</td>
            <td>{percentText(quote.mid)}</td>
            <td>{percentText(quote.ask)}</td>
            <td>{percentText(quote.fitted)}</td>
            <td>
              {[
                ...(quote.outside === undefined ? [] : [outsideWords[quote.outside]]),
                ...(flagged.has(quote.symbol) ? ['arbitrage'] : []),
                ...own.filter(each => each.x === quote.strike).map(each => each.label),
              ].join(' · ')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
