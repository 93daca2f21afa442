/** What the model is made of, leg by leg: forward and volatility with their sources, and how old the quotes are. */
import { parseInstrumentName, shortName } from '../../domain/instrument.ts'
import { dash, formatDecimal, formatNumber, formatPercent } from '../../ui/format/format-decimal.ts'
import { formatAge } from '../../ui/format/format-time.ts'
import { useTicking } from '../../ui/use-tick.ts'
import type { BaseSurface } from '../../pricing/market/base-surface.ts'
import { sourceWords } from './mark-words.ts'
import styles from './payoff-panel.module.css'

export interface ModelInputs {
  readonly surface: BaseSurface
  readonly symbols: readonly string[]
  readonly receivedAgoMs: () => number | undefined
}

export function InputsTable({ surface, symbols, receivedAgoMs }: ModelInputs) {
  const age = useTicking(() => {
    const agoMs = receivedAgoMs()
    return agoMs === undefined ? 'never' : formatAge(agoMs)
  })
  const { underlying } = surface
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.slices} aria-label="Inputs of the model" tabIndex={0}>
      <table>
        <caption className={styles.caption}>
          {underlying === undefined
            ? 'No price of the underlying'
            : `${surface.base} ${formatDecimal(underlying.price, { places: 2 })} (${underlying.source})`}
          , quotes {age} old. Black-76, no interest, years of 365 days.
        </caption>
        <thead>
          <tr>
            <th scope="col">Leg</th>
            <th scope="col">Forward</th>
            <th scope="col">IV</th>
            <th scope="col" title="Volatility of its bid and of its ask">
              Bid – ask IV
            </th>
            <th scope="col">Δ</th>
          </tr>
        </thead>
        <tbody>
          {symbols.map(symbol => (
            <InputRow key={symbol} symbol={symbol} surface={surface} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function InputRow({ symbol, surface }: { readonly symbol: string; readonly surface: BaseSurface }) {
  const name = parseInstrumentName(symbol)
  const at = name !== undefined && 'expiryMs' in name ? surface.expiries.get(name.expiryMs) : undefined
  const mark = at?.marks.get(symbol)
  const percent = (value: number | undefined): string => (value === undefined ? dash : formatPercent(value))
  return (
    <tr>
      <th scope="row">{shortName(symbol)}</th>
      <td>
        {at?.forward === undefined ? dash : formatNumber(at.forward.price)} <span className="muted">{at?.forward?.source.kind}</span>
      </td>
      <td title={mark === undefined ? undefined : sourceWords(mark)}>
        {percent(mark?.volatility)} <span className="muted">{mark?.source ?? mark?.why?.replaceAll('_', ' ')}</span>
      </td>
      <td>{mark === undefined ? dash : `${percent(mark.bid)} – ${percent(mark.ask)}`}</td>
      <td>{mark?.delta === undefined ? dash : formatNumber(mark.delta, { places: 3, sign: 'always' })}</td>
    </tr>
  )
}
